import { expect, test } from 'vitest'
import { contrast, houseCss, shadesOf } from './shades.ts'

const PAPERS = { light: ['#faf4e8', '#fffcf5', '#f1e8d7'], dark: ['#14100e', '#201a17', '#0c0908'] }
const LEVELS = ['00', '33', '66', '80', '99', 'cc', 'ff']
const EVERY = LEVELS.flatMap((r) => LEVELS.flatMap((g) => LEVELS.map((b) => `#${r}${g}${b}`)))

test.each(['light', 'dark'] as const)('every accent keeps WCAG AA in the %s scheme', (scheme) => {
  const failures = EVERY.flatMap((hex) => {
    const { accent, accentHover, accentInk, accentText, accentSoft } = shadesOf(hex)[scheme]
    const texts = [contrast(accentInk, accent), contrast(accentInk, accentHover)]
    texts.push(...[...PAPERS[scheme], accentSoft].map((paper) => contrast(accentText, paper)))
    const controls = PAPERS[scheme].map((paper) => contrast(accent, paper))
    return Math.min(...texts) >= 4.5 && Math.min(...controls) >= 3 ? [] : [hex]
  })
  expect(failures).toEqual([])
})

test('a colour that holds stays as it is; one that cannot is shifted, and keeps its hue', () => {
  expect(shadesOf('#1d4ed8').light.accent).toBe('#1d4ed8')
  const { light, dark } = shadesOf('#ffff00')
  expect(light.accent).not.toBe('#ffff00')
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(light.accent.slice(at, at + 2), 16))
  expect(Math.abs(Number(red) - Number(green))).toBeLessThan(40)
  expect(Number(blue)).toBeLessThan(Number(green) / 2)
  expect(dark.accent).toBe('#ffff00')
})

test('the style sheet consists of colours only', () => {
  expect(houseCss('#1d4ed8')).toMatch(/^[\w\s#:;%.,()[\]{}"=-]+$/)
})
