import { setTimeout as sleep } from 'node:timers/promises'
import type { TestClient } from '../../src/server/testing/test-client.ts'
import type { PeopleImport } from '../../src/shared/contract/people-imports.ts'

const POLL_MS = 100
const FIRST_NAMES = ['José', 'Ana', 'Conceição', 'Bruno', 'Íris', 'Antônia']

/** A class of `rows` people as a spreadsheet program saves it. */
export const classCsv = (rows: number): string =>
  [
    'Aluno;E-mail;Plano;Até',
    ...Array.from(
      { length: rows },
      (_none, at) =>
        `${FIRST_NAMES[at % FIRST_NAMES.length]} da Turma ${at};aluno${at}@turma.com.br;Criador;30/11/2031`,
    ),
  ].join('\r\n')

/** Seconds of each step, and the preview in words. */
export type ImportTimes = { upload: number; columns: number; rows: number; total: number; counts: string }

/** One import as the screen does it: the file, its columns, the start, and progress until the end. */
export async function importOnce(admin: TestClient, file: string): Promise<ImportTimes> {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const { status, data, error } = await admin.call<T>(method, `/api/v1/people-imports/admin${path}`, body)
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
    total: (ended - began) / 1_000,
    counts: Object.entries(prepared.counts)
      .filter(([, count]) => count > 0)
      .map(([result, count]) => `${count} ${result}`)
      .join(', '),
  }
}
