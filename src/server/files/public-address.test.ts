import { expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

test.each([
  '8.8.8.8',
  '93.184.215.14',
  '200.147.3.157',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  ['this machine', ['127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '::1', '::']],
  ['a network of one’s own', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1']],
  ['the machine’s provider', ['169.254.169.254', '169.254.0.1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0']],
  ['an IPv6 network of one’s own', ['fc00::1', 'fdff::1', 'fec0::1']],
  ['all or many', ['255.255.255.255', '224.0.0.1', '239.1.1.1', 'ff02::1']],
  [
    'a reserved or documentation range',
    ['192.0.0.8', '192.0.2.1', '198.18.0.1', '198.51.100.7', '203.0.113.9'],
  ],
  ['the future', ['240.0.0.1', '4000::1', '1::1', '100::1', '5f00::1']],
  ['examples in IPv6', ['2001:db8::1', '2001:2::1', '2001:10::1', '2001:20::1']],
  ['IPv4 that IPv6 holds', ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:a9fe:a9fe', '::ffff:10.0.0.1']],
  ['IPv4 that old IPv6 holds', ['::127.0.0.1', '::7f00:1', '::ffff:0:127.0.0.1', '::808:808']],
  [
    'IPv4 behind NAT64',
    ['64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::7f00:1', '64:ff9b:1::808:808'],
  ],
  ['IPv4 in a tunnel', ['2002:7f00:1::', '2002:a9fe:a9fe::1', '2001::1', '2001:0:7f00:1::']],
  ['no address', ['', 'localhost', 'exemplo.com.br', '1.2.3.4.5', '::g']],
])('A33 %s is not public', (_what, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([])
})
