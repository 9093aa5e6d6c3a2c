"""tcpdump, reading captures made here: ARP, ICMP, TCP, DNS, IPv6, and damaged ones."""

import struct

from recipe import Recipe

ETHERNET = bytes.fromhex("020000000002020000000001")


def checksum(data: bytes) -> int:
    data += b"\0" * (len(data) % 2)
    total = sum(struct.unpack(f">{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return total ^ 0xFFFF


def ipv4(protocol: int, payload: bytes) -> bytes:
    def header(check):
        return struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(payload), 7, 0x4000, 64, protocol, check) + ADDRESSES
    return ETHERNET + b"\x08\0" + header(checksum(header(0))) + payload


ADDRESSES = bytes([192, 0, 2, 1, 192, 0, 2, 2])


def with_checksum(protocol: int, payload: bytes, at: int) -> bytes:
    pseudo = ADDRESSES + struct.pack(">HH", protocol, len(payload))
    return payload[:at] + struct.pack(">H", checksum(pseudo + payload)) + payload[at + 2:]


def tcp(flags: int, sequence: int, data: bytes = b"") -> bytes:
    segment = struct.pack(">HHIIBBHHH", 40000, 80, sequence, 1 if flags & 16 else 0, 0x50, flags, 1024, 0, 0) + data
    return ipv4(6, with_checksum(6, segment, 16))


def udp(source: int, target: int, data: bytes) -> bytes:
    return ipv4(17, with_checksum(17, struct.pack(">HHHH", source, target, 8 + len(data), 0) + data, 6))


ARP = ETHERNET + bytes.fromhex("080600010800060400010200000000010a0000010000000000000a000002")
PING = bytes([8, 0, 0, 0, 0, 1, 0, 2]) + b"abcdefgh"
ICMP = ipv4(1, PING[:2] + struct.pack(">H", checksum(PING)) + PING[4:])
QUESTION = b"\x07example\x03org\0\0\x01\0\x01"
QUERY = udp(5353, 53, struct.pack(">HHHHHH", 0x1234, 0x100, 1, 0, 0, 0) + QUESTION)
ANSWER = udp(53, 5353, struct.pack(">HHHHHH", 0x1234, 0x8180, 1, 1, 0, 0) + QUESTION
             + b"\xc0\x0c\0\x01\0\x01\0\0\x0e\x10\0\x04\x5d\xb8\xd8\x22")
NTP = udp(123, 123, bytes([0x23]) + bytes(47))
SNMP = udp(1000, 161, bytes.fromhex("302602010104067075626c6963a019020101020100020100300e300c06082b060102010101000500"))
ROUTER = ETHERNET + b"\x86\xdd" + bytes.fromhex("6000000000083aff" + "fe80" + "00" * 13 + "01" + "ff02" + "00" * 13 + "02"
                                                "85007d3700000000")
VLAN = ETHERNET + b"\x81\0\0\x05" + ICMP[12:]
HTTP = tcp(0x18, 2, b"GET /index.html HTTP/1.0\r\nHost: example.org\r\n\r\n")


def capture(packets: list[bytes], magic: int = 0xA1B2C3D4, link: int = 1) -> bytes:
    file = struct.pack("<IHHiIII", magic, 2, 4, 0, 0, 65535, link)
    for number, packet in enumerate(packets):
        file += struct.pack("<IIII", 1_000_000_000 + number, number * 1000, len(packet), len(packet)) + packet
    return file


ALL = [ARP, ICMP, tcp(2, 1), tcp(0x12, 9), HTTP, tcp(0x11, 99), QUERY, ANSWER, NTP, SNMP, ROUTER, VLAN]

RECIPE = Recipe(
    sources=["libpcap", "tcpdump"],
    # tcpdump finds the library beside it.
    build="""
        (cd libpcap && ./configure -q CC="$CC" --with-pcap=null --disable-dbus --disable-rdma --disable-shared \
            --without-libnl && make -s -j"$JOBS" libpcap.a pcap-config)
        cd tcpdump && ./configure -q CC="$CC" --without-crypto --without-cap-ng && make -s -j"$JOBS" tcpdump
    """,
    tools=["flex", "bison"],
    programs={"tcpdump": "tcpdump/tcpdump"},
    files={"all.pcap": capture(ALL), "nano.pcap": capture(ALL[:3], magic=0xA1B23C4D), "cut.pcap": capture(ALL)[:300],
           "raw.pcap": capture([ICMP[14:], tcp(2, 1)[14:]], link=101), "odd.pcap": capture([b"\xff" * 60, ICMP[:30], b""]),
           "many.pcap": capture(ALL * 100), "text": "no capture\n", "filter": "udp port 53\n"},
    lines="""
        tcpdump -n -t -r all.pcap
        tcpdump -nn -r all.pcap
        tcpdump -n -v -r all.pcap
        tcpdump -n -vvv -e -r all.pcap
        tcpdump -n -x -r all.pcap icmp
        tcpdump -n -XX -tttt -r all.pcap arp
        tcpdump -n -A -r all.pcap tcp port 80
        tcpdump -n -q -r all.pcap
        tcpdump -n -S -ttt -r all.pcap tcp
        tcpdump -n -c 2 -r all.pcap udp
        tcpdump -n -r all.pcap host 192.0.2.1 and not port 53
        tcpdump -n -r all.pcap 'tcp[tcpflags] & tcp-syn != 0'
        tcpdump -n -r all.pcap vlan and icmp
        tcpdump -n -r all.pcap ip6
        tcpdump -n -F filter -r all.pcap
        tcpdump -n -# -r all.pcap greater 70
        tcpdump -n -r nano.pcap
        tcpdump -n -r cut.pcap
        tcpdump -n -r raw.pcap
        tcpdump -n -e -r odd.pcap
        tcpdump -n -t -r many.pcap
        tcpdump -n -w - -r all.pcap arp
        tcpdump -d -r all.pcap tcp port 80
        tcpdump -ddd -r all.pcap ip host 10.0.0.1
        tcpdump -n -r text
        tcpdump -n -r nowhere.pcap
        tcpdump -n -r all.pcap nonsense filter
        tcpdump -n -r - < all.pcap
        tcpdump --nonsense
    """,
    symbolic="""
        tcpdump -n -r - --sym-stdin 26
    """,
)
