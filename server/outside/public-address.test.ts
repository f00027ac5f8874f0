import { expect, test } from 'vitest'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'

const publicAddresses = [
  '8.8.8.8',
  '172.15.255.255',
  '172.32.0.1',
  '192.167.255.255',
  '100.63.255.255',
  '100.128.0.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200a',
  // A public IPv4 address inside an IPv6 one.
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
]

const others = [
  // Addresses of this machine.
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '::1',
  '::',
  // Private networks and carriers' own.
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '100.64.0.1',
  '100.127.255.255',
  'fc00::1',
  'fd12:3456:789a::1',
  'fec0::1',
  // Link-local addresses, at which clouds provide a machine's keys.
  '169.254.0.1',
  '169.254.169.254',
  'fe80::1',
  'fe80::1%eth0',
  'fd00:ec2::254',
  // Multicast, broadcast, reserved and example addresses.
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  'ff02::1',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '2001:db8::1',
  '3fff::1',
  '100::1',
  '4000::1',
  // IPv6 addresses that contain one of the addresses above: mapped, compatible, 6to4, Teredo, NAT64.
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:169.254.169.254',
  '::127.0.0.1',
  '2002:7f00:1::',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b:1::8.8.8.8',
  // Texts that are not an address.
  '',
  'localhost',
  'push.example',
  '1.2.3.4.5',
]

test.each(publicAddresses)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true))

test.each(others)('%j is not public', (address) => expect(isPublicAddress(address)).toBe(false))

test('loopback is this machine, in every form', () => {
  expect(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'].every(isLoopbackAddress)).toBe(true)
  expect(['0.0.0.0', '10.0.0.1', '::', '8.8.8.8', 'localhost'].some(isLoopbackAddress)).toBe(false)
})
