import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Each word of a reply would make the browser search the page again (decision 80). */
const SEARCHES_PAGE =
  /(?:^|[\s,{(>])(?::root|html|body|main|\.shell|\.frame|\.screen)(?:\[[^\]]*\]|:not\()*:has\(/m

/** Styles of pages that are documents, of forms at a phone's foot, and of a composer on a low screen, which ask for the focus only. */
const ELSEWHERE = [
  'features/landing',
  'ui/forms/form-page',
  'features/admin',
  'features/notices/notice-banner',
]

it('asks for no part of the page from its root in the styles of a chat', () => {
  const files = globSync('**/*.css', { cwd: import.meta.dirname }).filter(
    (file) => !ELSEWHERE.some((start) => file.startsWith(start)),
  )
  expect(files.length).toBeGreaterThan(100)
  const searching = files.filter((file) =>
    SEARCHES_PAGE.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')),
  )
  // On phones, the bars stay while one of them has the focus.
  expect(searching).toEqual(['features/shell/app-shell.module.css'])
})
