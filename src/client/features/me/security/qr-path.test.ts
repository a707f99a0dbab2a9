import { encodeQR } from 'qr'
import { expect, test } from 'vitest'
import { qrPath } from './qr-path.ts'

test('neighbouring dark cells are one rectangle', () => {
  expect(
    qrPath([
      [true, true, false, true],
      [false, true, false, false],
    ]),
  ).toBe('M0 0h2v1h-2zM3 0h1v1h-1zM1 1h1v1h-1z')
})

test('the path covers as many cells as the code has dark ones', () => {
  const rows = encodeQR('otpauth://totp/Elenco:ana%40exemplo.com.br?secret=JBSWY3DPEHPK3PXP', 'raw', {
    border: 4,
  })
  const widths = [...qrPath(rows).matchAll(/h(\d+)v/g)].map(([, width]) => Number(width))
  expect(widths.reduce((sum, width) => sum + width, 0)).toBe(rows.flat().filter(Boolean).length)
  // The quiet zone that scanners need.
  expect(rows.slice(0, 4).flat().some(Boolean)).toBe(false)
})
