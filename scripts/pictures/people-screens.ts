import type { Page } from '@playwright/test'
import type { PeopleAction } from '#shared/contract/people-actions.ts'
import type { ImportRow, PeopleImport } from '#shared/contract/people-imports.ts'
import type { PeopleMail } from '#shared/contract/people-mails.ts'
import type { PeopleSegment } from '#shared/contract/people-segments.ts'
import type { Screen } from './screens.ts'

const ADD = '/app/admin/users/new'

const DRAFT: PeopleImport = {
  ...{ id: '0198c000-0000-7000-8000-000000000001', fileName: 'turma-de-novembro.csv', status: 'draft' },
  ...{ encoding: 'UTF-8', separator: ';', header: ['Aluno', 'Contato', 'Plano', 'Até'], sendsMail: true },
  sample: [['José Conceição', 'jose@exemplo.com.br', 'Criador', '30/11/2031']],
  columns: { name: 0, email: 1, plan: 2, end: 3 },
  ...{ defaultPlanId: null, defaultUntil: null, isPrepared: false, rows: 3_000, done: 0 },
  counts: {
    ...{ invite: 2_412, confirm: 8, invited: 41, 'change-invitation': 3, account: 220 },
    ...{ 'change-plan': 310, error: 6 },
  },
  ...{ createdAt: '2026-11-23T20:00:00.000Z', startedAt: null, startedByName: null, endedAt: null },
}

const ROWS: ImportRow[] = [
  ['José Conceição', 'jose', 'invite', null],
  ['Ana Souza', 'ana', 'change-plan', null],
  ['Bruno Lima', 'bruno', 'error', 'Não há plano com o nome “Plano que não há”'],
].map(([name, mailbox, result, problem], index) => ({
  ...{ line: index + 2, name: name ?? '', email: `${mailbox}@exemplo.com.br`, isDone: false },
  ...{ planName: 'Criador', planUntil: '2031-11-30', problem: problem ?? null },
  result: result as ImportRow['result'],
}))

const success = (data: unknown) => ({
  json: { success: true, timestamp: new Date(0).toISOString(), data },
})

/** Shows an import in a state, without storing one. */
const showing = (over: Partial<PeopleImport>) => async (page: Page) => {
  await page.route('**/people-imports/admin', (route) => route.fulfill(success([{ ...DRAFT, ...over }])))
  await page.route('**/people-imports/admin/*/rows*', (route) =>
    route.fulfill(success({ items: ROWS, nextCursor: null, hasMore: false })),
  )
  await page.reload()
  await page.getByText('turma-de-novembro.csv').waitFor()
}

const importScreen = (name: string, over: Partial<PeopleImport>): Screen => ({
  ...{ name, who: 'admin', isFixed: true },
  path: () => `${ADD}?como=planilha`,
  act: showing(over),
})

const OPENED = {
  ...{ email: 'iara@exemplo.com.br', name: 'Iara Campos', planName: 'Criador', planUntil: '2031-11-30' },
}

const invitationScreen = (name: string, hasAccount: boolean): Screen => ({
  ...{ name, who: 'nobody', isFixed: true },
  path: () => '/reset-password?convite=um-convite-que-vale',
  act: async (page) => {
    await page.route('**/invitations/open', (route) => route.fulfill(success({ ...OPENED, hasAccount })))
    await page.reload()
    await page.getByLabel('Senha', { exact: true }).waitFor()
  },
})

const started = { isPrepared: true, startedAt: DRAFT.createdAt, startedByName: 'Ada Costa' }

const ACTION: PeopleAction = {
  ...{ id: '0198c000-0000-7000-8000-000000000002', kind: 'set-plan', status: 'running' },
  ...{ planName: 'Criador', planUntil: '2031-11-30', banExpires: null, startedByName: 'Ada Costa' },
  ...{ people: 1_200, changed: 300, unchanged: 2, skipped: 3 },
  ...{ startedAt: DRAFT.createdAt, endedAt: null },
}

/** Shows an action on many people, without starting one. */
const actionScreen = (name: string, over: () => Partial<PeopleAction>): Screen => ({
  ...{ name, who: 'admin', isFixed: true },
  path: () => '/app/admin/users',
  act: async (page) => {
    await page.route('**/people-actions/admin', (route) => route.fulfill(success([{ ...ACTION, ...over() }])))
    await page.reload()
    await page.getByText('Dar o plano Criador').waitFor()
  },
})

const MAIL: PeopleMail = {
  ...{
    id: '0198c000-0000-7000-8000-000000000003',
    subject: 'Aula nova na quinta, {nome}',
    status: 'running',
  },
  ...{ recipients: 1_200, banned: 3, unverified: 41, unsubscribed: 12 },
  ...{ sent: 410, leftOut: 1, refused: 2, unconfirmed: 0, pausedUntil: null, startedByName: 'Ada Costa' },
  ...{ startedAt: DRAFT.createdAt, endedAt: null },
}

/** Shows a mail to many, without sending one. */
const mailScreen = (name: string, over: () => Partial<PeopleMail>): Screen => ({
  ...{ name, who: 'admin', isFixed: true },
  path: () => '/app/admin/users',
  act: async (page) => {
    const mails = [{ ...MAIL, ...over() }]
    await page.route('**/people-mails/admin', (route) => route.fulfill(success({ mails, leftToday: 4 })))
    await page.reload()
    await page.getByText(MAIL.subject).waitFor()
  },
})

const chooseForAll = async (page: Page, entry: string) => {
  await page.getByRole('checkbox', { name: 'Escolher todas desta página' }).check()
  await page.getByRole('button', { name: 'O que fazer com as pessoas escolhidas' }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** What an action on many asks before it starts. */
const askScreen = (name: string, entry: string): Screen => ({
  ...{ name, who: 'admin', isFixed: true, isWindow: true },
  path: () => '/app/admin/users',
  act: async (page) => {
    await chooseForAll(page, entry)
    await page.getByRole('dialog').waitFor()
  },
})

const writeMail = async (page: Page) => {
  await chooseForAll(page, 'Enviar um e-mail')
  await page.getByLabel('Assunto').fill(MAIL.subject)
  await page
    .getByLabel('Texto')
    .fill('Olá, {nome}!\n\nNa quinta, às 19h, tem aula ao vivo: https://escola.com.br/aula.\n\nAté lá!')
}

const SEGMENTS: PeopleSegment[] = ['Turma de março', 'Sem e-mail confirmado'].map((name, at) => ({
  ...{ id: `0198c000-0000-7000-8000-00000000001${at}`, name, createdAt: DRAFT.createdAt },
  filter: at === 0 ? { createdSince: '2026-03-01' } : { status: 'unverified' },
}))

const showSegments = async (page: Page) => {
  await page.route('**/users/admin/segments', (route) => route.fulfill(success(SEGMENTS)))
  await page.reload()
  await page.getByLabel('Segmento', { exact: true }).waitFor()
}

/** Invitations, people from a spreadsheet, segments, and actions on and mails to many. */
export const PEOPLE: Screen[] = [
  invitationScreen('invitation', false),
  invitationScreen('invitation-account', true),
  {
    ...{ name: 'invitation-over', who: 'nobody', isFixed: true },
    path: () => '/reset-password?convite=um-convite-que-venceu',
  },
  { name: 'admin-invitations', who: 'admin', path: () => `${ADD}?como=convites` },
  { name: 'admin-user-password', who: 'admin', path: () => `${ADD}?como=senha`, isFixed: true },
  { name: 'admin-import', who: 'admin', path: () => `${ADD}?como=planilha` },
  importScreen('admin-import-columns', {}),
  importScreen('admin-import-preview', { isPrepared: true }),
  importScreen('admin-import-running', { ...started, status: 'running', done: 1_240 }),
  importScreen('admin-import-done', {
    ...{ ...started, status: 'done', done: 3_000, endedAt: DRAFT.createdAt },
  }),
  {
    ...{ name: 'admin-people-chosen', who: 'admin', isFixed: true },
    path: () => '/app/admin/users',
    act: (page) => page.getByRole('checkbox', { name: 'Escolher todas desta página' }).check(),
  },
  askScreen('admin-people-plan', 'Dar um plano'),
  askScreen('admin-people-suspend', 'Suspender'),
  askScreen('admin-people-end', 'Encerrar o plano dado'),
  actionScreen('admin-people-action', () => ({})),
  actionScreen('admin-people-action-done', () => ({
    ...{ status: 'done', changed: 1_195, endedAt: new Date().toISOString() },
  })),
  {
    ...{ name: 'admin-people-segment', who: 'admin', isFixed: true },
    path: () => '/app/admin/users?status=unverified',
    act: showSegments,
  },
  {
    ...{ name: 'admin-people-segment-save', who: 'admin', isFixed: true },
    path: () => '/app/admin/users?role=user',
    act: async (page) => {
      await showSegments(page)
      await page.getByRole('button', { name: 'Salvar como segmento' }).click()
    },
  },
  {
    ...{ name: 'admin-people-mail', who: 'admin', isFixed: true },
    path: () => '/app/admin/users',
    act: writeMail,
  },
  {
    ...{ name: 'admin-people-mail-check', who: 'admin', isFixed: true },
    path: () => '/app/admin/users',
    act: async (page) => {
      const { recipients, banned, unverified, unsubscribed } = MAIL
      const reach = { recipients, banned, unverified, unsubscribed }
      await page.route('**/people-mails/admin/reach', (route) => route.fulfill(success(reach)))
      await writeMail(page)
      await page.getByRole('button', { name: 'Conferir' }).click()
      await page.getByText('Ficam de fora').waitFor()
    },
  },
  mailScreen('admin-people-mail-running', () => ({})),
  mailScreen('admin-people-mail-done', () => ({
    ...{ status: 'done', sent: 1_195, endedAt: new Date().toISOString() },
  })),
  {
    ...{ name: 'mail-opt-out', who: 'nobody', isFixed: true },
    path: () => '/callback#avisos=um-link-de-e-mail',
  },
]
