"""Which addresses people in the same network can reach this machine under. Asks the kernel only, sends nothing."""

import fcntl
import ipaddress
import socket
import struct

SIOCGIFADDR = 0x8915  # Linux: the IPv4 address of an interface
VIRTUAL = ("docker", "br-", "veth", "virbr", "cni", "podman", "lxc")


def addresses() -> list[str]:
    """IPv4 addresses, the one that leads outside first; empty without a network."""
    found = [_towards_outside()]
    for _, name in socket.if_nameindex():
        if not name.startswith(VIRTUAL):
            found.append(_of_interface(name))
    kept = dict.fromkeys(address for address in found if address and _useful(address))
    return list(kept)


def names() -> list[str]:
    """This machine's own names, as its neighbours may type them."""
    host = socket.gethostname().lower()
    return [host, f"{host}.local"] if host and "." not in host and host != "localhost" else []


def _useful(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    return not (ip.is_loopback or ip.is_unspecified or ip.is_link_local)


def _towards_outside() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address; connecting a datagram socket sends nothing
            return probe.getsockname()[0]
        except OSError:
            return None


def _of_interface(name: str) -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
        except OSError:
            return None  # no IPv4 there
    return socket.inet_ntoa(answer[20:24])
