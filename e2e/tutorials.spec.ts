import type { Page } from '@playwright/test'
import type { TutorialsPage } from '#shared/contract/tutorials.ts'
import { asAdministrator } from './helpers/admin-api.ts'
import { expect, expectAccessible, signUp, test } from './helpers/fixtures.ts'
import { moveByKeys } from './helpers/reorder.ts'
import { keepPicture, playerOf, playHere, setTutorials, takePlayers, tell } from './helpers/tutorials.ts'
import { fits, holdsInEveryLook, looks } from './helpers/viewports.ts'

const ALL = [
  { title: 'Primeiros passos', description: 'Da conta criada à primeira conversa que vende.' },
  { title: 'O seu lançamento em sete dias', description: 'Conte o que vende e peça o plano inteiro.' },
  { title: 'Anúncios que não cansam', description: 'Variações de criativos sem repetir a promessa.' },
]

const listOf = async (page: Page) =>
  ((await (await page.request.get('/api/v1/tutorials')).json()) as { data: TutorialsPage }).data.items
const titlesOf = async (page: Page) => (await listOf(page)).map(({ title }) => title)

test('an administrator publishes a video from its address, orders by keyboard, and undoes a deletion', {
  tag: '@smoke',
}, async ({ page, server, admin, offences }) => {
  await playHere(page)
  await setTutorials(server, [])
  await asAdministrator(page.request, server.url, admin)
  await page.goto('/app/tutoriais')
  await page.getByRole('link', { name: 'Criar o primeiro tutorial' }).click()
  await page.getByRole('button', { name: 'Publicar tutorial' }).click()
  for (const text of [
    'Título é obrigatório',
    'Descrição é obrigatória',
    'ID do vídeo do YouTube é obrigatório',
  ]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  const preview = page.getByRole('complementary', { name: 'Prévia' })
  await page.getByLabel('Vídeo do YouTube').fill('https://vimeo.com/76979871')
  await expect(preview.getByText('Ainda não reconhecemos')).toBeVisible()
  await page.getByLabel('Vídeo do YouTube').fill('https://youtu.be/dQw4w9WgXcQ?si=abc&t=90')
  await page.getByLabel('Título', { exact: true }).fill('Aula de abertura')
  await page.getByLabel('Descrição').fill('Tudo começa aqui.')
  await expect(preview.getByText('Vídeo dQw4w9WgXcQ.')).toBeVisible()
  await expect(preview.getByText('Tudo começa aqui.')).toBeVisible()
  await expectAccessible(page)
  expect(takePlayers(offences)).toEqual([])
  await preview.getByRole('button', { name: 'Tocar Aula de abertura' }).click()
  await playerOf(page)
  expect(takePlayers(offences)).toHaveLength(1)
  // The draft survives a reload.
  await page.reload()
  await expect(page.getByText('Recuperamos o que você tinha digitado.')).toBeVisible()
  await page.getByRole('button', { name: 'Publicar tutorial' }).click()
  await expect(page.getByText('Tutorial publicado.')).toBeVisible()

  await setTutorials(server, ALL)
  await page.reload()
  const handle = page.getByRole('button', { name: 'Mover Primeiros passos' })
  await moveByKeys(page, 'Primeiros passos', { key: 'ArrowDown', places: [1, 2] })
  const moved = [ALL[1]?.title, ALL[0]?.title, ALL[2]?.title]
  await expect.poll(() => titlesOf(page)).toEqual(moved)

  await page.getByRole('button', { name: 'Opções de Primeiros passos' }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  await expect(page.getByText('Tutorial excluído.')).toBeVisible()
  await expect(handle).toBeHidden()
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(handle).toBeVisible()
  expect(await titlesOf(page)).toEqual(moved)

  await page.getByRole('searchbox', { name: 'Buscar tutoriais' }).fill('lancamento')
  await expect(page.getByRole('listitem').filter({ hasText: 'Anúncios' })).toBeHidden()
  await page.getByRole('link', { name: 'O seu lançamento em sete dias' }).click()
  await page.getByLabel('Título', { exact: true }).fill('O seu lançamento em três dias')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Tutorial salvo.')).toBeVisible()
  expect(await titlesOf(page)).toContain('O seu lançamento em três dias')
})

test('a video plays in place: nothing of YouTube loads before the click, then it resumes, and the next follows', {
  tag: '@smoke',
}, async ({ page, server, offences }) => {
  await playHere(page)
  await signUp(page, server.url)
  await setTutorials(server, ALL)
  await page.goto('/app')
  await page.getByRole('button', { name: /^Sua conta/ }).click()
  await page.getByRole('link', { name: 'Tutoriais' }).click()
  const stage = page.getByRole('region', { name: 'Em cena' })
  await expect(stage.getByRole('heading', { name: 'Primeiros passos' })).toBeVisible()
  await expect(page.getByText('0 de 3 assistidos')).toBeVisible()
  await expectAccessible(page)
  await expect(page.locator('iframe')).toHaveCount(0)
  expect(takePlayers(offences)).toEqual([])

  await stage.getByRole('button', { name: 'Assistir: Primeiros passos' }).click()
  await expect(page.locator('iframe')).toBeFocused()
  let player = await playerOf(page)
  await tell(player, { currentTime: 42.7 })
  // Messages from other frames are ignored.
  await page.evaluate(() => window.postMessage('{"event":"infoDelivery","info":{"playerState":0}}', '*'))
  await tell(player, { playerState: 2 })
  await expect
    .poll(async () => (await listOf(page))[0]?.view)
    .toMatchObject({
      positionSeconds: 42,
      watchedAt: null,
    })
  await page.reload()
  await expect(stage.getByText('Você parou em 0:42.')).toBeVisible()
  await stage.getByRole('button', { name: 'Continuar: Primeiros passos' }).click()
  player = await playerOf(page)
  expect(player.url()).toContain('start=42')

  await tell(player, { currentTime: 100, playerState: 0 })
  await expect(stage.getByText('A seguir')).toBeVisible()
  await expect(page.getByText('1 de 3 assistido', { exact: true })).toBeVisible()
  await expect(stage.getByRole('button', { name: 'Assistir ao próximo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(stage.getByRole('heading', { name: 'O seu lançamento em sete dias' })).toBeVisible()
  await playerOf(page)
  await expect(
    page.getByRole('button', { name: 'O seu lançamento em sete dias', exact: true }),
  ).toHaveAttribute('aria-current', 'true')

  // Without messages from the player, a button marks it as watched.
  const card = page.getByRole('listitem').filter({ hasText: 'Anúncios que não cansam' })
  await card.getByRole('button', { name: /^Marcar como assistido/ }).click()
  await expect(page.getByText('2 de 3 assistidos')).toBeVisible()
  await card.getByRole('button', { name: /Desmarcar$/ }).click()
  await expect(page.getByText('1 de 3 assistido', { exact: true })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Buscar tutoriais' }).fill('CRIATIVOS sem')
  await expect(page.getByRole('listitem').getByRole('heading')).toHaveText(['Anúncios que não cansam'])
  await expect(page).toHaveURL(/q=CRIATIVOS/)
  expect(takePlayers(offences)).toHaveLength(3)
})

test('every screen, empty and full, fits phone and desktop in both schemes', async ({
  page,
  server,
  admin,
}) => {
  const LONG = 'Desentupimentoinstitucionalizado'.repeat(4).slice(0, 120)
  await asAdministrator(page.request, server.url, admin)
  const thumbnailUrl = await keepPicture(page, server.url)
  const full = [{ ...ALL[0], thumbnailUrl }, ...ALL.slice(1), { title: LONG, description: LONG.repeat(9) }]
  for (const tutorials of [[], full]) {
    await setTutorials(server, tutorials as typeof ALL)
    for (const path of ['/app/tutoriais', '/app/admin/tutoriais', '/app/admin/tutoriais/new']) {
      await page.goto(path)
      for (const { colorScheme, ...viewport } of looks) {
        await page.setViewportSize(viewport)
        await page.emulateMedia({ colorScheme })
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByRole('main').getByRole('status', { name: /^Carregando/ })).toHaveCount(0)
        await fits(page)
      }
      await expectAccessible(page)
    }
  }
})

test('every installation has three illustrated guides, each a page that leads on', { tag: '@smoke' }, async ({
  page,
  server,
}) => {
  await setTutorials(server, [])
  await signUp(page, server.url)
  await page.goto('/app/tutoriais')
  const guides = page.getByRole('region', { name: 'Guias ilustrados' })
  await expect(guides.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByText('Nenhum tutorial ainda')).toHaveCount(0)
  await fits(page)
  await guides.getByRole('link', { name: 'Sua primeira conversa' }).click()
  for (const next of ['Conte o seu negócio uma vez', 'Do texto à publicação', undefined]) {
    const pictures = page.getByRole('article').getByRole('img')
    await expect(pictures).toHaveCount(3)
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded()
      await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(1280)
      await expect(picture).toHaveAccessibleName(/\w/)
    }
    await holdsInEveryLook(page)
    if (next) await page.getByRole('link', { name: `A seguir: ${next}` }).click()
    if (next) await expect(page.getByRole('heading', { level: 1, name: next })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Escrever um documento' }).click()
  await expect(page).toHaveURL(/documentos\/new$/)
  await page.goto('/app/tutoriais/guias/outro')
  await expect(page.getByText('Não encontramos esse guia')).toBeVisible()
})
