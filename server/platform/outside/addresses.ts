import { BlockList, isIP } from 'node:net';

/**
 * Ranges outside the open internet: own machine, own network, providers' internal networks, documentation (security
 * X8).
 */
const closed = new BlockList();
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])
  addRange(range, 'ipv4');
// tunnels and translations inside the global range, which lead to IPv4 addresses of any kind, and documentation
for (const range of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) addRange(range, 'ipv6');

/** The whole allocated range; addresses outside it are local, mapped, translated (64:ff9b::) or reserved. */
const globalIpv6 = new BlockList();
globalIpv6.addSubnet('2000::', 3, 'ipv6');

function addRange(range: string, family: 'ipv4' | 'ipv6'): void {
  const [network = '', prefix] = range.split('/');
  closed.addSubnet(network, Number(prefix), family);
}

/** Whether an address belongs to the open internet. False for anything that is no address. */
export function isPublicAddress(address: string): boolean {
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 4) return !closed.check(address, 'ipv4');
  return version === 6 && globalIpv6.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}
