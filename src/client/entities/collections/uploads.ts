import type { QueryClient } from '@tanstack/react-query'
import { v4 as newKey } from 'uuid'
import { create } from 'zustand'
import { onUserLeft } from '#client/lib/browser/user-left.ts'
import { isConnectionLost } from '#client/lib/http/connection.ts'
import { ApiError } from '#client/lib/http/http-client.ts'
import { mayPass } from '#client/lib/http/upload-file.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { Source } from '#shared/contract/sources.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import type { CollectionOwner } from './collection-owner.ts'
import { collectionQueries, collectionsChanged, sourceCalls } from './collections.api.ts'
import { refusalOf } from './source-words.ts'
import {
  type Failures,
  isPaused,
  pause,
  stopPauses,
  UNTIL_RETURN,
  type Wait,
  waitAfter,
} from './upload-pauses.ts'

type Replaced = Pick<Source, 'id' | 'name'>

/** A file that is not a source yet, or a version of one. */
export type Upload = {
  key: string
  owner: CollectionOwner
  collectionId: string
  /** The source whose new version it is; undefined for a new source. */
  replaces?: Replaced
  file: File
  /** Of 1. */
  part: number
  /** Why it was not sent; the others wait or are sent. */
  error?: string
  /** Whether a retry can succeed after the server's refusal; undefined for a refusal of this page. */
  mayPass?: boolean
  /** Since it was chosen, or sent again by hand. */
  failures?: Failures
}

type Uploads = {
  uploads: readonly Upload[]
  /** When the rate limit of an owner ends, in milliseconds since 1970; null without one, or for a moment's. */
  resumesAt: Readonly<Record<CollectionOwner, number | null>>
  /** The server was out of reach at the last sending, and files wait for it. */
  isOutOfReach: boolean
}

const EMPTY: Uploads = { uploads: [], resumesAt: { person: null, house: null }, isOutOfReach: false }

/** Files that wait, are sent, or were refused; they are sent one after the other, also from another screen. */
export const useUploads = create<Uploads>(() => EMPTY)

/** Whether a file waits or is sent. */
export const isWaiting = ({ error }: Upload): boolean => error === undefined

// Files are in memory only: the browser asks before the page is left, while some may still be sent.
let hasWarning = false
useUploads.subscribe(({ uploads }) => {
  if (uploads.some((upload) => isWaiting(upload) || upload.mayPass) === hasWarning) return
  hasWarning = !hasWarning
  if (hasWarning) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
})
const warn = (event: Event) => event.preventDefault()

const change = (key: string, fields: Partial<Upload>) =>
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (upload.key === key ? { ...upload, ...fields } : upload)),
  }))

const drop = (key: string) =>
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter((upload) => upload.key !== key) }))

/** Whether audio is transcribed here, as the shown list says. */
export const hasAudio = (client: QueryClient, owner: CollectionOwner) =>
  (client.getQueryData(collectionQueries.list(owner).queryKey)?.audio ?? null) !== null

async function send(
  { replaces, file, ...into }: Upload,
  options: { signal: AbortSignal; onProgress: (part: number) => void },
): Promise<void> {
  // The browser reports a file that changed while it waited as a network error of the upload.
  await file.slice(0, 1).arrayBuffer().catch(refuseChanged)
  options.signal.throwIfAborted()
  if (!replaces) return void (await sourceCalls.sendFile(into, file, options))
  const { state } = await sourceCalls.replaceFile(into.owner, replaces.id, file, options)
  if (state === 'ready' || state === 'failed')
    showToast(`“${replaces.name}” já tem este arquivo: nada mudou.`)
}

function refuseChanged(): never {
  const message = 'Este arquivo mudou ou saiu do lugar. Escolha o arquivo de novo.'
  throw new ApiError({ code: 'VALIDATION_ERROR', status: 400, message })
}

/** A longer wait is shown, with the time of its end. */
const TOLD_SECONDS = 10

let sending: { key: string; controller: AbortController } | undefined

async function sendNext(client: QueryClient): Promise<void> {
  const waiting = useUploads.getState().uploads.filter(isWaiting)
  const next = waiting.find(({ owner }) => !isPaused(owner))
  if (waiting.length === 0) useUploads.setState({ isOutOfReach: false })
  if (sending || !next) return
  if (isConnectionLost()) {
    useUploads.setState({ isOutOfReach: true })
    return hold(client, next.owner, UNTIL_RETURN)
  }
  const controller = new AbortController()
  sending = { key: next.key, controller }
  try {
    await send(next, {
      signal: controller.signal,
      onProgress: (part) => change(next.key, { part }),
    })
    useUploads.setState({ isOutOfReach: false })
    drop(next.key)
    void collectionsChanged(client)
  } catch (error) {
    if (!controller.signal.aborted) fail(client, next, error)
  } finally {
    sending = undefined
  }
  await sendNext(client)
}

function fail(client: QueryClient, upload: Upload, error: unknown): void {
  const { key, failures = {} } = upload
  const wait = waitAfter(error, failures)
  useUploads.setState({ isOutOfReach: wait?.isOutage ?? false })
  if (wait) {
    const count = wait.counts && { [wait.counts]: (failures[wait.counts] ?? 0) + 1 }
    change(key, { part: 0, failures: { ...failures, ...count } })
    hold(client, upload.owner, wait)
  } else refuse(upload, error)
}

/** After a 401 no waiting file is sent: the server would refuse each of them. */
function refuse({ key }: Upload, error: unknown): void {
  const fields = { part: 0, error: errorText(error), mayPass: mayPass(error) }
  const isSignedOut = error instanceof ApiError && error.status === 401
  const isRefused = (upload: Upload) => upload.key === key || (isSignedOut && isWaiting(upload))
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => (isRefused(upload) ? { ...upload, ...fields } : upload)),
  }))
}

/** After a rate limit the files of the owner wait, which the server would refuse too; in an outage all do. */
function hold(client: QueryClient, owner: CollectionOwner, { seconds, isOutage }: Wait): void {
  const resumeAt = (time: number | null) =>
    useUploads.setState(({ resumesAt }) => ({ resumesAt: { ...resumesAt, [owner]: time } }))
  if (!isOutage && seconds > TOLD_SECONDS) resumeAt(Date.now() + seconds * 1_000)
  pause(isOutage ? 'all' : owner, seconds, () => {
    if (!isOutage) resumeAt(null)
    void sendNext(client)
  })
}

/** Queues files for a collection; returns how many were left out, because they are too many at once. */
export function addUploads(
  client: QueryClient,
  into: Pick<Upload, 'owner' | 'collectionId' | 'replaces'>,
  files: readonly File[],
): number {
  const taken = files.slice(0, COLLECTION_LIMITS.filesAtOnce)
  const uploads = taken.map((file): Upload => {
    const error = refusalOf(file, hasAudio(client, into.owner))
    return { key: newKey(), ...into, file, part: 0, ...(error !== undefined && { error }) }
  })
  useUploads.setState((state) => ({ uploads: [...state.uploads, ...uploads] }))
  void sendNext(client)
  return files.length - taken.length
}

/** {@link addUploads} of chosen or dropped files; tells when some are left out. */
export function sendFiles(...[client, into, files]: Parameters<typeof addUploads>): void {
  const left = addUploads(client, into, files)
  if (left === 0) return
  const rest = left === 1 ? '1 ficou' : `${left} ficaram`
  showToast(`São até ${COLLECTION_LIMITS.filesAtOnce} arquivos de cada vez: ${rest} de fora.`, 'error')
}

/** Whether a refused file may be sent again. */
export const canRetry = (client: QueryClient, { error, mayPass, file, owner }: Upload): boolean =>
  error !== undefined && mayPass !== false && refusalOf(file, hasAudio(client, owner)) === undefined

/** Sends refused files again, except those whose retry cannot succeed. */
export function retryUploads(client: QueryClient, refused: readonly Upload[]): void {
  const keys = new Set(refused.filter((upload) => canRetry(client, upload)).map(({ key }) => key))
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => {
      if (!keys.has(upload.key)) return upload
      const { error: _, mayPass: __, failures: ___, ...rest } = upload
      return rest
    }),
  }))
  void sendNext(client)
}

/** Takes a file off the list; one that is being sent is aborted. */
export function cancelUpload({ key }: Upload): void {
  drop(key)
  if (sending?.key === key) sending.controller.abort()
}

/** Takes all files for a collection off the list, once it is deleted. */
export function cancelUploadsInto({ owner, collectionId }: Pick<Upload, 'owner' | 'collectionId'>): void {
  const { uploads } = useUploads.getState()
  const isInto = (upload: Upload) => upload.owner === owner && upload.collectionId === collectionId
  for (const upload of uploads.filter(isInto)) cancelUpload(upload)
}

/** Takes all files off the list and ends the pauses: nothing is sent for another user. */
function clearUploads(): void {
  stopPauses()
  useUploads.setState(EMPTY)
  sending?.controller.abort()
}
onUserLeft(clearUploads)
