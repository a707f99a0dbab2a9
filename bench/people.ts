import { startServerProcess } from '../src/server/testing/processes/server-process.ts'
import { TestClient } from '../src/server/testing/test-client.ts'
import { classCsv, type ImportTimes, importOnce } from './lib/people-import.ts'
import { figure, printGoals, printHeader, printTable } from './lib/report.ts'

const ROWS = 3_000
const GOAL_S = 30

printHeader(`bench/people: the import of ${ROWS} rows of CSV, and of the same file again`)
const server = await startServerProcess()
try {
  const boss = new TestClient(() => server.url, server.url)
  await boss.signUp({ name: 'Dona', email: 'dona@exemplo.com.br', password: 'senha-segura-1' })
  const file = classCsv(ROWS)
  const first = await importOnce(boss, file)
  const again = await importOnce(boss, file)
  const row = (what: string, times: ImportTimes) => ({
    import: what,
    'file, s': figure(times.upload, 2),
    'columns and preview, s': figure(times.columns, 2),
    'rows until done, s': figure(times.rows, 2),
    'together, s': figure(times.total, 2),
    preview: times.counts,
  })
  printTable([row('first', first), row('the same file again', again)])
  printGoals([
    {
      what: `import of ${ROWS} rows (control: the same file again, which changes nothing: ${figure(again.total)} s)`,
      measured: `${figure(first.total)} s`,
      goal: `under ${GOAL_S} s`,
      isMet: first.total < GOAL_S,
    },
  ])
} finally {
  await server.close()
}
