import { expect } from 'vitest'
import type { Refusal } from '#shared/testing/business-fixtures.ts'
import type { TestClient } from './test-client.ts'

/** Asserts that a call refuses a body with these messages at its fields; the first is the error's message. */
export async function expectRefusal(
  client: TestClient,
  [method, path]: readonly [method: string, path: string],
  body: Record<string, unknown>,
  errors: Refusal[2],
): Promise<void> {
  const { status, error } = await client.call(method, `/api/v1${path}`, body)
  expect([status, error?.code, error?.details]).toEqual([400, 'VALIDATION_ERROR', errors])
  expect(error.message).toBe(Object.values(errors)[0])
}
