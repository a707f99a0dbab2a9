import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#client/lib/http/http-client.ts'
import { memoryStorage } from '#client/testing/memory-storage.ts'
import { CreateAttempt } from './create-attempt.ts'

type Row = { id: string; name: string; createdAt: string; updatedAt: string }

const lost = () => new ApiError({ code: 'NETWORK', status: 0, message: '' })
const conflict = () => new ApiError({ code: 'CONFLICT', status: 409, message: '' })
const missing = () => new ApiError({ code: 'NOT_FOUND', status: 404, message: '' })

/** A server that stores a create and may lose its answer. */
function server() {
  const rows = new Map<string, Row>()
  const control = { isLosing: false }
  const calls = {
    create: async ({ id, name }: { id: string; name: string }) => {
      const stored = rows.get(id) ?? { id, name, createdAt: 't0', updatedAt: 't0' }
      if (stored.name !== name) throw conflict()
      rows.set(id, stored)
      if (control.isLosing) throw lost()
      return stored
    },
    find: async (id: string) => rows.get(id) ?? Promise.reject(missing()),
    replace: async ({ id }: Row, { name }: { name: string }) => {
      const row = { id, name, createdAt: 't0', updatedAt: 't1' }
      rows.set(id, row)
      return row
    },
  }
  return { rows, calls, control, names: () => [...rows.values()].map(({ name }) => name) }
}

const place = 'elenco-draft:u1:form:product:novo'
beforeEach(() => vi.stubGlobal('localStorage', memoryStorage()))

/** An attempt whose first answer is lost. */
async function afterLoss() {
  const to = server()
  const attempt = new CreateAttempt(place)
  to.control.isLosing = true
  await expect(attempt.create({ name: 'Curso' }, to.calls)).rejects.toThrow()
  to.control.isLosing = false
  return { ...to, attempt }
}

describe('a create after a lost answer', () => {
  test('makes no second row, also after a reload', async () => {
    const { attempt, calls, names } = await afterLoss()
    await attempt.create({ name: 'Curso' }, calls)
    expect(names()).toEqual(['Curso'])
    const other = await afterLoss()
    await new CreateAttempt(place).create({ name: 'Curso' }, other.calls)
    expect(other.names()).toEqual(['Curso'])
  })

  test('gives the stored row what was changed since', async () => {
    const { attempt, calls, names } = await afterLoss()
    await attempt.create({ name: 'Curso 2' }, calls)
    expect(names()).toEqual(['Curso 2'])
  })

  test('overwrites nothing that was changed elsewhere, or that an earlier screen made', async () => {
    const { attempt, calls, names, rows } = await afterLoss()
    for (const [id, row] of rows) rows.set(id, { ...row, name: 'Mudado', updatedAt: 't1' })
    await attempt.create({ name: 'Curso 2' }, calls)
    expect(names()).toEqual(['Mudado', 'Curso 2'])
    const other = await afterLoss()
    await new CreateAttempt(place).create({ name: 'Outro' }, other.calls)
    expect(other.names()).toEqual(['Curso', 'Outro'])
  })

  test('makes a new row when the stored one was deleted', async () => {
    const { attempt, calls, rows } = await afterLoss()
    const [id] = rows.keys()
    const create = vi.fn(calls.create).mockRejectedValueOnce(conflict())
    rows.clear()
    await attempt.create({ name: 'Curso' }, { ...calls, create })
    expect([...rows.keys()]).not.toContain(id)
    expect(rows.size).toBe(1)
  })
})

test('each stored row, and each discarded draft, ends its id', async () => {
  const { rows, calls, control } = server()
  const attempt = new CreateAttempt(place)
  await attempt.create({ name: 'Um' }, calls)
  await attempt.create({ name: 'Um' }, calls)
  expect(rows.size).toBe(2)
  control.isLosing = true
  await expect(attempt.create({ name: 'Dois' }, calls)).rejects.toThrow()
  attempt.forget()
  control.isLosing = false
  await attempt.create({ name: 'Três' }, calls)
  expect(rows.size).toBe(4)
  expect(localStorage.getItem(`${place}:id`)).toBeNull()
})

test('a refusal of a first attempt is passed on', async () => {
  const { calls } = server()
  const create = () => Promise.reject(conflict())
  await expect(new CreateAttempt(place).create({ name: 'Um' }, { ...calls, create })).rejects.toThrow(
    ApiError,
  )
})
