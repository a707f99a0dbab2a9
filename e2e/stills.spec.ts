import { expect, test } from './helpers/fixtures.ts'

test.use({ viewport: { width: 390, height: 844 } })

// The picture has the passkeys' button, which browsers without passkeys, and pages of an IP address, do not show.
test.use({ variables: { HOST: 'localhost' } })

test('the forms of visitors are painted before the app, and look the same afterwards', {
  tag: '@smoke',
}, async ({ page }) => {
  // Whether each largest paint was one of the app.
  await page.addInitScript(() => {
    const ofApp: boolean[] = []
    Object.assign(globalThis, { ofApp })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        ofApp.push('element' in entry && entry.element instanceof Element && !!entry.element.closest('#root'))
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  for (const [path, title] of [
    ['/sign-in', 'Que bom ver você'],
    ['/sign-up', 'Monte o seu elenco'],
    ['/forgot', 'Esqueceu a senha?'],
  ] as const) {
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    await page.route('**/assets/libraries-*.js', async (route) => {
      await opened
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    const picture = page.locator('#still')
    await expect(picture.getByText(title)).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    // Neither people nor password managers fill a picture.
    await expect(page.getByRole('heading')).toHaveCount(0)
    await expect(page.locator('input:not([type=checkbox])')).toHaveCount(0)
    const before = await picture.getByText(title).boundingBox()
    const buttonBefore = await picture.locator('[type=submit]').boundingBox()
    open()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(picture).toHaveCount(0)
    expect(await page.getByRole('heading', { level: 1 }).boundingBox()).toEqual(before)
    expect(await page.locator('[type=submit]').boundingBox()).toEqual(buttonBefore)
    const ofApp = await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
      return Reflect.get(globalThis, 'ofApp') as boolean[]
    })
    // The longer texts of the sign-up wrap in another place until their font is there.
    if (path !== '/sign-up') expect([path, ...new Set(ofApp)]).toEqual([path, false])
    await page.unroute('**/assets/libraries-*.js')
  }
})

test('a form whose app does not come says so, and without scripts it is not shown', async ({
  page,
  browser,
  server,
}) => {
  await page.route('**/assets/index-*.js', (route) => route.abort())
  await page.goto('/sign-in')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A cena não começou')
  await expect(page.locator('#still')).toHaveCount(0)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url })
  const plain = await context.newPage()
  await plain.goto('/sign-in')
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Falta o JavaScript')
  await expect(plain.locator('#still')).toBeHidden()
  await context.close()
})
