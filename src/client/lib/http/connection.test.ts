import { afterEach, expect, test, vi } from 'vitest'
import {
  isConnectionLost,
  onStaleContent,
  onUnanswered,
  reportOnline,
  reportStaleContent,
  reportUnanswered,
  setConnectionLost,
  useConnection,
} from './connection.ts'

afterEach(() => reportOnline())

test('a call without an answer only starts the probe; a change is reported once', () => {
  const [probe, listener] = [vi.fn(), vi.fn()]
  onUnanswered(probe)
  const end = useConnection.subscribe(listener)
  reportUnanswered()
  expect(probe).toHaveBeenCalledTimes(1)
  expect(isConnectionLost()).toBe(false)
  setConnectionLost(true)
  setConnectionLost(true)
  expect(isConnectionLost()).toBe(true)
  expect(listener).toHaveBeenCalledTimes(1)
  reportOnline()
  expect(isConnectionLost()).toBe(false)
  expect(listener).toHaveBeenCalledTimes(2)
  end()
  setConnectionLost(true)
  expect(listener).toHaveBeenCalledTimes(2)
})

test('cached content is stale from the first real answer on', () => {
  const outdated = vi.fn()
  onStaleContent(outdated)
  setConnectionLost(true)
  reportOnline()
  expect(outdated).not.toHaveBeenCalled()
  reportStaleContent()
  expect(outdated).not.toHaveBeenCalled()
  reportOnline()
  reportOnline()
  expect(outdated).toHaveBeenCalledTimes(1)
})
