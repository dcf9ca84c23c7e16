"""What an operator may act on, and for how long, as they write it."""

from __future__ import annotations

import ipaddress
import re

from tablee.refusals import Refusal

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

ID = re.compile(r"[0-9a-f]{32}")
MESSAGE = re.compile(r"([0-9a-f]{32})/([1-9][0-9]{0,8})")
DURATION = re.compile(r"([1-9][0-9]{0,5})([mhdw])")
SECONDS = {"m": 60, "h": 3_600, "d": 86_400, "w": 604_800}
MOST_SECONDS = 10 * 365 * SECONDS["d"]
WIDEST = {4: 8, 6: 16}  # the shortest prefixes that may be refused
HOME = 64  # bits of an IPv6 address that tell one household from another, as limits count


def read_duration(text: str) -> int:
    """Return the seconds of a duration.

    >>> read_duration("90m"), read_duration("2d")
    (5400, 172800)
    >>> read_duration("soon")
    Traceback (most recent call last):
    tablee.refusals.Refusal: soon is not a duration. Write 30m, 12h, 7d or 2w.
    """
    found = DURATION.fullmatch(text)
    if found is None or int(found[1]) * SECONDS[found[2]] > MOST_SECONDS:
        raise Refusal("admin.wrong_duration", text=text)
    return int(found[1]) * SECONDS[found[2]]


def read_network(text: str) -> Network | None:
    """Return a range of addresses, of IPv6 whole households; None if it isn't one.

    >>> read_network("203.0.113.7"), read_network("2001:db8::1"), read_network("Ada")
    (IPv4Network('203.0.113.7/32'), IPv6Network('2001:db8::/64'), None)
    >>> read_network("0.0.0.0/0")
    Traceback (most recent call last):
    tablee.refusals.Refusal: 0.0.0.0/0 has too many addresses. IPv4 ranges start at /8, IPv6 at /16.
    """
    try:
        network = ipaddress.ip_network(text, strict=False)
    except ValueError:
        return None
    if network.prefixlen < WIDEST[network.version]:
        raise Refusal("admin.wide_network", network=text)
    if network.version == 6 and network.prefixlen > HOME:
        return network.supernet(new_prefix=HOME)
    return network


def read_message(text: str) -> tuple[str, int]:
    """Return the table and the number of a message that is written `TABLE/NUMBER`."""
    found = MESSAGE.fullmatch(text)
    if found is None:
        raise Refusal("admin.wrong_message", text=text)
    return found[1], int(found[2])
