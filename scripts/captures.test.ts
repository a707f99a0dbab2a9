import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { GUIDES } from '../src/client/features/tutorials/guides/guides.ts'
import { CAPTURES as SHOWN } from '../src/shared/landing.ts'
import { CAPTURE_BYTES, CAPTURES, captureFile, schemesOf } from './pictures/capture-list.ts'
import { projectRoot } from './project.ts'

const taken = CAPTURES.flatMap((capture) =>
  schemesOf(capture).map((scheme) => ({ ...capture, file: captureFile(capture, scheme) })),
)
const files = taken.map(({ file }) => file)

describe('pictures of the product', () => {
  it.each(taken)('$file has its declared size, and is below the weight limit', async (it) => {
    const { format, width, height } = await sharp(join(projectRoot, it.file)).metadata()
    expect([format, width, height]).toEqual(['webp', it.width * it.scale, it.height * it.scale])
    expect(statSync(join(projectRoot, it.file)).size).toBeLessThanOrEqual(CAPTURE_BYTES)
  })

  it('all of them are taken by `npm run captures`', () => {
    const kept = globSync('{public/captures,public/guides,docs/images}/*', { cwd: projectRoot })
    expect(kept.map((file) => file.replaceAll('\\', '/')).sort()).toEqual(files.toSorted())
  })

  it('the landing page shows the taken ones only', () => {
    for (const name of SHOWN) expect(files).toContain(`public/captures/${name}-light.webp`)
  })

  it('each step of a guide shows one of its own', () => {
    const shown = GUIDES.flatMap(({ steps }) =>
      steps.map(({ picture }) => `public/guides/${picture}-dark.webp`),
    )
    expect(shown.sort()).toEqual(files.filter((file) => /guides.*dark/.test(file)).sort())
  })

  it('the README shows the taken ones only', () => {
    const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8')
    const shown = [...readme.matchAll(/(?:public\/captures|docs\/images)\/[\w-]+\.\w+/g)].map(
      ([file]) => file,
    )
    expect(shown.length).toBeGreaterThan(0)
    expect(shown.filter((file) => !files.includes(file))).toEqual([])
  })
})
