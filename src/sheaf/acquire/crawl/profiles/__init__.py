"""Crawl profiles as files: four are shipped, and anybody's may extend one of them.

scholarly     sites of people and departments; what a crawl does without being told
wiki          articles of a MediaWiki, with the options of the crawler of 2018
submission    one page and what it links to: the CiteSeerX profile of 2007
focused       links that lead to papers first

profile.py             settings (sheaf/crawl_settings.py) and rules, together
loading.py             from a file, with what it extends
heritrix/order_xml.py  from the order.xml of Heritrix 1
heritrix/csx.py        from csx-heritrix.xml
"""

from __future__ import annotations

from sheaf.acquire.crawl.profiles.heritrix.csx import CsxHeritrix, read_csx_heritrix
from sheaf.acquire.crawl.profiles.heritrix.order_xml import (
    OrderReading,
    profile_from_order_xml,
    read_order_xml,
)
from sheaf.acquire.crawl.profiles.loading import (
    load_profile,
    profile_names,
    read_profile,
    with_default_profile,
)
from sheaf.acquire.crawl.profiles.profile import PLAIN, Profile

__all__ = [
    "PLAIN",
    "CsxHeritrix",
    "OrderReading",
    "Profile",
    "load_profile",
    "profile_from_order_xml",
    "profile_names",
    "read_csx_heritrix",
    "read_order_xml",
    "read_profile",
    "with_default_profile",
]
