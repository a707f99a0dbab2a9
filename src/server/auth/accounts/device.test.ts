import { expect, test } from 'vitest'
import { deviceHash, deviceOf, placeOf } from './device.ts'

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0 Safari/537.36`, 'Chrome no Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0 Safari/537.36 Edg/141.0`,
    'Edge no Windows',
  ],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/141.0 Safari/537.36 OPR/124.0`, 'Opera no Windows'],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    'Samsung Internet no Android',
  ],
  [`Mozilla/5.0 (Linux; Android 15) ${WEBKIT} Chrome/141.0 Mobile Safari/537.36`, 'Chrome no Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox no Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari no iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
    'Chrome no iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/604.1',
    'Safari no iPad',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    'Safari no Mac',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/141.0 Safari/537.36`, 'Chrome no ChromeOS'],
  ['curl/8.5.0', 'Aparelho desconhecido'],
  ['okhttp/4.9 Android', 'Aparelho com Android'],
  ['', 'Aparelho desconhecido'],
  [undefined, 'Aparelho desconhecido'],
  ['<script>alert(1)</script> Chrome/1 Windows', 'Chrome no Windows'],
])('%s', (agent, device) => {
  expect(deviceOf(agent)).toBe(device)
})

test('another version is the same device, another user’s is not', () => {
  const [old, recent] = [`Windows Chrome/140.0`, `Windows Chrome/141.0`].map(deviceOf)
  expect(old).toBe(recent)
  expect(deviceHash('a', String(old))).toBe(deviceHash('a', String(recent)))
  expect(deviceHash('a', String(old))).not.toBe(deviceHash('b', String(old)))
  expect(deviceHash('a', String(old))).toMatch(/^[0-9a-f]{64}$/)
})

test.each([
  ['187.45.12.200', 'rede 187.45.x.x'],
  ['172.32.0.1', 'rede 172.32.x.x'],
  ['172.31.0.1', 'rede local'],
  ['10.1.2.3', 'rede local'],
  ['192.168.0.7', 'rede local'],
  ['127.0.0.1', 'rede local'],
  ['169.254.1.1', 'rede local'],
  ['::1', 'rede local'],
  // The loopback address, as better-auth stores it.
  ['0000:0000:0000:0000:0000:0000:0000:0000', 'rede local'],
  ['fe80:0000:0000:0000:0000:0000:0000:0000', 'rede local'],
  ['fd12:3456:789a:1::1', 'rede local'],
  ['2804:014c:0087:1234:0000:0000:0000:0000', 'rede 2804:14c:87::/48'],
  ['2804:14c::1', 'rede 2804:14c:0::/48'],
  ['', 'rede desconhecida'],
  [null, 'rede desconhecida'],
  ['unknown', 'rede desconhecida'],
])('the place of %s is %s', (address, place) => {
  expect(placeOf(address)).toBe(place)
})
