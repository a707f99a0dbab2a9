import './node-version.mjs'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { seedAgents } from '../src/server/db/seed/agents.ts'
import { launchBrowser } from './browser.ts'
import { projectRoot } from './project.ts'

/** `npm run og`: the link preview of the landing page, `public/og.png`, 1200 × 630. */
async function makePicture(): Promise<void> {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
    await page.setContent(HTML)
    await page.evaluate('document.fonts.ready')
    const png = await page.screenshot()
    await sharp(png)
      .png({ palette: true, quality: 90, effort: 10 })
      .toFile(join(projectRoot, 'public/og.png'))
  } finally {
    await browser.close()
  }
}

const file = (path: string) => readFileSync(join(projectRoot, path))
const FACE = '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2'
const svg = (path: string) =>
  `<img src="data:image/svg+xml;base64,${file(`public${path}`).toString('base64')}">`

// Colours and shapes are those of the landing page in the light scheme.
const HTML = `<!doctype html><style>
@font-face { font-family: Bricolage; font-weight: 200 800;
  src: url(data:font/woff2;base64,${file(`node_modules/${FACE}`).toString('base64')}) }
* { box-sizing: border-box; margin: 0 }
body { position: relative; height: 630px; overflow: hidden; background: #faf4e8; color: #211a14;
  font-family: Bricolage; text-align: center }
.valance { height: 30px; background: radial-gradient(circle at 30px 0, #ff6a2b 29.5px, transparent 30px) 0 0 / 60px 30px }
.name { display: flex; gap: 16px; align-items: center; justify-content: center; margin-top: 40px;
  font-size: 40px; font-weight: 800; letter-spacing: -0.03em }
.name img { width: 56px }
h1 { margin-top: 34px; font-size: 88px; font-weight: 800; letter-spacing: -0.045em; line-height: 0.98 }
.cast { position: absolute; right: 0; bottom: 0; left: 0; display: flex; align-items: flex-end; justify-content: center }
.cast img { width: 142px; margin: 0 -3px; border: 5px solid #faf4e8; border-bottom: 0; border-radius: 999px 999px 0 0 }
.cast img:nth-child(3n + 2) { width: 168px }
</style>
<div class="valance"></div>
<p class="name">${svg('/favicon.svg')} Elenco</p>
<h1>A equipe de IA que já<br>conhece o seu infoproduto.</h1>
<div class="cast">${seedAgents.map(({ photoUrl }) => svg(photoUrl)).join('')}</div>`

await makePicture()
