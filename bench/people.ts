import { setTimeout as sleep } from 'node:timers/promises'
import { startServerProcess } from '../src/server/testing/processes/server-process.ts'
import { TestClient } from '../src/server/testing/test-client.ts'
import type { PeopleImport } from '../src/shared/contract/people-imports.ts'
import { figure, printGoals, printHeader, printTable } from './lib/report.ts'

const ROWS = 3_000
const GOAL_S = 30
const POLL_MS = 100
const FIRST_NAMES = ['José', 'Ana', 'Conceição', 'Bruno', 'Íris', 'Antônia']

/** A class as a spreadsheet program saves it. */
const csv = () =>
  [
    'Aluno;E-mail;Plano;Até',
    ...Array.from(
      { length: ROWS },
      (_none, at) =>
        `${FIRST_NAMES[at % FIRST_NAMES.length]} da Turma ${at};aluno${at}@turma.com.br;Criador;30/11/2031`,
    ),
  ].join('\r\n')

type Times = { upload: number; columns: number; rows: number; counts: string }

/** One import as the screen does it: the file, its columns, the start, and progress until the end. */
async function importOnce(boss: TestClient, file: string): Promise<Times> {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const { status, data, error } = await boss.call<T>(method, `/api/v1/people-imports/admin${path}`, body)
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${error?.message}`)
    return data
  }
  const began = performance.now()
  const form = new FormData()
  form.append('file', new Blob([file], { type: 'text/csv' }), 'turma.csv')
  const draft = await call<PeopleImport>('POST', '', form)
  const uploaded = performance.now()
  const { columns } = draft
  const prepared = await call<PeopleImport>('PATCH', `/${draft.id}`, { columns, sendsMail: false })
  const confirmed = performance.now()
  await call('POST', `/${draft.id}/start`)
  let now = prepared
  while (now.status !== 'done') {
    await sleep(POLL_MS)
    now = await call<PeopleImport>('GET', `/${draft.id}`)
  }
  const ended = performance.now()
  return {
    upload: (uploaded - began) / 1_000,
    columns: (confirmed - uploaded) / 1_000,
    rows: (ended - confirmed) / 1_000,
    counts: Object.entries(prepared.counts)
      .filter(([, count]) => count > 0)
      .map(([result, count]) => `${count} ${result}`)
      .join(', '),
  }
}

printHeader(`bench/people: the import of ${ROWS} rows of CSV, and of the same file again`)
const server = await startServerProcess()
try {
  const boss = new TestClient(() => server.url, server.url)
  await boss.signUp({ name: 'Dona', email: 'dona@exemplo.com.br', password: 'senha-segura-1' })
  const file = csv()
  const first = await importOnce(boss, file)
  const again = await importOnce(boss, file)
  const total = ({ upload, columns, rows }: Times) => upload + columns + rows
  const row = (what: string, times: Times) => ({
    import: what,
    'file, s': figure(times.upload, 2),
    'columns and preview, s': figure(times.columns, 2),
    'rows until done, s': figure(times.rows, 2),
    'together, s': figure(total(times), 2),
    preview: times.counts,
  })
  printTable([row('first', first), row('the same file again', again)])
  printGoals([
    {
      what: `import of ${ROWS} rows (control: the same file again, which changes nothing: ${figure(total(again))} s)`,
      measured: `${figure(total(first))} s`,
      goal: `under ${GOAL_S} s`,
      isMet: total(first) < GOAL_S,
    },
  ])
} finally {
  await server.close()
}
