// <button data-copy-text="id of a textarea" data-done="Copied">: its text goes to the clipboard. A last line that is a
// path gets the address of this site. Without a script the text can be selected by hand.
document.addEventListener('click', async event => {
  const button = event.target.closest('[data-copy-text]');
  if (!button) return;
  const box = document.getElementById(button.dataset.copyText);
  box.value = box.value.replace(/\n(\/[^\n]*)$/, (_all, path) => `\n${location.origin}${path}`);
  let done = true;
  try {
    await navigator.clipboard.writeText(box.value);
  } catch {   // plain http on a home network has no clipboard: the old way, and the text lies there selected
    const fold = box.closest('details');
    if (fold) fold.open = true;
    box.focus();
    box.select();
    done = document.execCommand('copy');
  }
  if (done) button.textContent = button.dataset.done;
});
