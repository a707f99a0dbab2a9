import { readFile } from 'node:fs/promises'
import { asAdministrator } from './helpers/admin-api.ts'
import { expect, expectAccessible, fillSignIn, newPerson, signUp, test } from './helpers/fixtures.ts'
import {
  addPasskeyDevice,
  ageProofs,
  codeField,
  enrol,
  securityOf,
  signOut,
} from './helpers/second-factor.ts'

// Passkeys belong to a domain: browsers refuse them on an IP address.
test.use({ variables: { HOST: 'localhost' } })

test('an app is set up, its code is asked at sign-in, and a device may be trusted', {
  tag: '@smoke',
}, async ({ page, server, secrets }) => {
  test.setTimeout(150_000)
  const person = await signUp(page, server.url)
  await page.goto('/app/me')
  const security = securityOf(page)
  await security.getByRole('button', { name: 'Ativar' }).click()
  const sheet = page.getByRole('dialog', { name: 'Ativar a verificação em duas etapas' })
  await sheet.getByLabel('Sua senha').fill('errada-mesmo')
  await page.keyboard.press('Enter')
  await expect(sheet.getByLabel('Sua senha')).toHaveAccessibleDescription('Senha incorreta.')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Cancelar' }).click()

  const { authenticator, recoveryCodes } = await enrol(page, person)
  secrets.add(...recoveryCodes)
  // Only the button closes what is shown once.
  await page.keyboard.press('Escape')
  const codes = page.getByRole('dialog', { name: 'Ativada. Agora guarde os códigos' })
  await expectAccessible(page)
  const saving = page.waitForEvent('download')
  await codes.getByRole('button', { name: 'Baixar em texto' }).click()
  const file = await readFile(await (await saving).path(), 'utf8')
  expect(file).toContain(recoveryCodes.join('\n'))
  await codes.getByRole('button', { name: 'Guardei os códigos' }).click()
  await expect(security.getByRole('heading', { name: 'Verificação em duas etapas' })).toBeFocused()
  await expect(security).toContainText('Ativada')
  await expect(security).toContainText('10 códigos sem uso')
  await expectAccessible(page)

  await test.step('a wrong code is announced and kept, and the way back keeps the email', async () => {
    await signOut(page)
    await fillSignIn(page, person)
    await page.waitForURL(/\/sign-in\/code/)
    await expect(codeField(page)).toBeFocused()
    const wrong = authenticator.wrong()
    await page.keyboard.type(wrong)
    await expect(page.getByRole('alert').filter({ hasText: /código/i })).toBeVisible()
    await expect(codeField(page)).toHaveValue(wrong)
    await expect(codeField(page)).toBeFocused()
    await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Voltar' }).click()
    await expect(page.getByLabel('E-mail')).toHaveValue(person.email)
  })

  await test.step('a pasted code with a space signs in by itself, and trusts the device', async () => {
    await fillSignIn(page, person)
    await page.getByLabel('Confiar neste aparelho por 30 dias').check()
    await codeField(page).focus()
    const code = await authenticator.next()
    await page.keyboard.insertText(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.waitForURL(`${server.url}/app`)
    await signOut(page)
    await page.goto('/sign-in?redirect=/app/me')
    await fillSignIn(page, person)
    await page.waitForURL(/\/app\/me$/)
  })

  await test.step('trust is withdrawn, and a recovery code signs in once', async () => {
    await expect(security).toContainText('1 aparelho entra sem o código')
    await security.getByRole('button', { name: 'Deixar de confiar em todos' }).click()
    await expect(security).toContainText('Nenhum: todos pedem o código')
    await signOut(page)
    for (const isFirst of [true, false]) {
      await page.goto('/sign-in?redirect=/app/me')
      await fillSignIn(page, person)
      await page.getByRole('button', { name: 'Usar um código de recuperação' }).click()
      const field = page.getByLabel('Código de recuperação')
      await expect(field).toBeFocused()
      await page.keyboard.insertText(recoveryCodes[0]?.replace('-', '') ?? '')
      await page.keyboard.press('Enter')
      if (isFirst) {
        await expect(security).toContainText('9 códigos sem uso')
        await signOut(page)
      } else {
        await expect(field).toHaveAttribute('aria-invalid', 'true')
        await expect(field).toHaveValue(recoveryCodes[0]?.replace('-', '') ?? '')
      }
    }
  })
})

test('a passkey is created, named, used to sign in, and deleted', { tag: '@smoke' }, async ({
  page,
  server,
}) => {
  await addPasskeyDevice(page)
  await signUp(page, server.url)
  await page.goto('/app/me')
  const security = securityOf(page)
  await security.getByRole('button', { name: 'Criar chave de acesso' }).click()
  const sheet = page.getByRole('dialog', { name: 'Criar uma chave de acesso' })
  await expect(sheet.getByLabel('Nome')).toHaveValue(/Chrome|Linux/)
  await expectAccessible(page)
  await sheet.getByLabel('Nome').fill('Notebook da loja')
  await page.keyboard.press('Enter')
  const keys = security.getByRole('list', { name: 'Chaves de acesso' }).getByRole('listitem')
  await expect(keys).toHaveText(/Notebook da loja.*nunca usada/)
  await keys.getByRole('button', { name: 'Opções de Notebook da loja' }).click()
  await page.getByRole('menuitem', { name: 'Renomear' }).click()
  await page.getByRole('dialog').getByLabel('Nome').fill('Notebook de casa')
  await page.keyboard.press('Enter')
  await expect(keys).toHaveText(/Notebook de casa/)

  await signOut(page)
  await page.goto('/sign-in?redirect=/app/me')
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click()
  await page.waitForURL(/\/app\/me$/)
  await expect(keys).toHaveText(/Notebook de casa.*usada agora/)
  await keys.getByRole('button', { name: 'Opções de Notebook de casa' }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  const question = page.getByRole('dialog', { name: 'Excluir “Notebook de casa”?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Excluir' }).click()
  await expect(page.getByText('Chave de acesso excluída.')).toBeVisible()
  await expect(keys).toHaveCount(0)

  // The device still offers it; the server knows it no more.
  await signOut(page)
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'chave de acesso' })).toBeVisible()
})

test('an administrator proves who is there in the middle of a ban and of an export', {
  tag: '@smoke',
}, async ({ page, server, admin }) => {
  const person = await signUp(page, server.url, newPerson('Zilda Suspensa'))
  await page.context().clearCookies()
  const calls = await asAdministrator(page.request, server.url, admin)
  await page.goto(`/app/admin/users/${await calls.idOf(person.email)}/edit`)
  await page.getByRole('button', { name: 'Suspender' }).click()
  const ban = page.getByRole('dialog', { name: 'Suspender Zilda Suspensa?' })
  await ban.getByLabel('Motivo (opcional)').fill('Envio de spam')
  await ageProofs(server)
  await ban.getByRole('button', { name: 'Suspender' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirme que é você' })
  await expect(proof.getByLabel('Sua senha')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(proof).toHaveCount(0)
  await expect(ban.getByRole('alert').filter({ hasText: 'faltou confirmar' })).toBeVisible()
  await expect(ban.getByLabel('Motivo (opcional)')).toHaveValue('Envio de spam')

  await ban.getByRole('button', { name: 'Suspender' }).click()
  await proof.getByLabel('Sua senha').fill('errada-mesmo')
  await page.keyboard.press('Enter')
  await expect(proof.getByLabel('Sua senha')).toHaveAccessibleDescription('Senha incorreta.')
  await proof.getByLabel('Sua senha').fill(admin.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('A conta de Zilda Suspensa está suspensa')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto('/app/admin/users')
  await ageProofs(server)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar CSV' }).click()
  await proof.getByLabel('Sua senha').fill(admin.password)
  await page.keyboard.press('Enter')
  expect((await saving).suggestedFilename()).toMatch(/\.csv$/)
})

// The last test: from here on the administrator signs in with a code.
test('where administrators need a second factor, one without it is led to the profile and back', async ({
  page,
  server,
  admin,
}) => {
  await asAdministrator(page.request, server.url, admin)
  await page.goto('/app/admin/users/seguranca')
  await page.getByRole('switch', { name: /Exigir verificação em duas etapas/ }).check()
  await expect(page.getByText('A sua conta ainda não tem esse segundo passo.')).toBeVisible()
  await page.getByLabel('A partir de').fill('2020-01-01')
  await expect(page.getByText(/^Vale na hora/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Regra salva.')).toBeVisible()

  await page.goto('/app/admin/users')
  await expect(page.getByRole('heading', { name: 'Falta o seu segundo passo' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ativar no seu perfil' }).click()
  const security = securityOf(page)
  await expect(security).toContainText('A administração está fechada para você')
  await expect(security).toBeInViewport()
  const { authenticator } = await enrol(page, admin)
  await page.getByRole('button', { name: 'Guardei os códigos' }).click()
  await expect(security).not.toContainText('A administração está fechada para você')
  await page.goto('/app/admin/users/seguranca')
  const rule = page.getByRole('switch', { name: /Exigir verificação em duas etapas/ })
  await expect(rule).toBeChecked()

  // A code proves it here, and confirms by itself.
  await ageProofs(server)
  await rule.uncheck()
  await page.getByRole('button', { name: 'Salvar' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirme que é você' })
  await expect(proof.getByLabel('Código do aplicativo')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.insertText(await authenticator.next())
  await expect(proof).toHaveCount(0)
  await expect(page.getByText('Regra salva.')).toBeVisible()
})
