# Shared by ./run and ./test: finds a Python and keeps .venv in step with a requirements file. Sourced, not run.

say() { printf '%s\n' "$*" >&2; }

# A Python of at least 3.11 with venv and pip; installs Debian's when it may.
find_python() {
  local candidate
  for candidate in python3 python3.13 python3.12 python3.11; do
    if command -v "$candidate" >/dev/null 2>&1 &&
      "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null &&
      "$candidate" -c 'import ensurepip, venv' 2>/dev/null; then
      printf '%s' "$candidate"
      return 0
    fi
  done
  return 1
}

# make_venv REQUIREMENTS: does nothing when .venv already holds exactly this file's packages.
make_venv() {
  local file=$1 python stamp want
  if [ ! -x .venv/bin/python ] || ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    if ! python=$(find_python); then
      if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "Installing python3-venv ..."
        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3 python3-venv >/dev/null
      fi
      if ! python=$(find_python); then
        say "This needs Python 3.11 or newer with its venv module. On Debian: sudo apt install python3 python3-venv"
        exit 1
      fi
    fi
    rm -rf .venv
    "$python" -m venv .venv
  fi
  stamp=.venv/installed-$(basename "$file")
  want=$(cat requirements*.txt | sha256sum)
  if [ "$(cat "$stamp" 2>/dev/null)" != "$want" ]; then
    say "Installing what $file names (only when it changed) ..."
    if ! .venv/bin/python -m pip install --quiet --disable-pip-version-check --requirement "$file"; then
      say "The packages could not be installed. Is there a network? Run the same command again when there is."
      exit 1
    fi
    printf '%s' "$want" >"$stamp"
  fi
}
