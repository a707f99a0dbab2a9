import type { QueryClient } from '@tanstack/react-query'
import { v4 as newKey } from 'uuid'
import { create } from 'zustand'
import { ApiError, isUnreachable } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { showToast } from '#client/ui/feedback/toast.ts'
import type { Source } from '#shared/contract/sources.ts'
import { COLLECTION_LIMITS } from '#shared/limits-collections.ts'
import type { CollectionOwner } from './collection-owner.ts'
import { collectionQueries, collectionsChanged, sourceCalls } from './collections.api.ts'
import { refusalOf } from './source-words.ts'

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
  /** Sendings that the server did not answer. */
  unanswered?: number
}

type Uploads = {
  uploads: readonly Upload[]
  /** When the server takes files again, in milliseconds since 1970; null when it takes them, or does in a moment. */
  resumesAt: number | null
  /** The server was out of reach at the last sending, and files wait for it. */
  isOutOfReach: boolean
}

/** Files that wait, are sent, or were refused; they are sent one after the other, also from another screen. */
export const useUploads = create<Uploads>(() => ({
  uploads: [],
  resumesAt: null,
  isOutOfReach: false,
}))

const isWaiting = ({ error }: Upload) => error === undefined

// Files are in memory only: the browser asks before the page is left, while some are not sent.
let hasWarning = false
useUploads.subscribe(({ uploads }) => {
  if (uploads.some(isWaiting) === hasWarning) return
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
  if (!replaces) return void (await sourceCalls.sendFile(into, file, options))
  const { state } = await sourceCalls.replaceFile(into.owner, replaces.id, file, options)
  if (state === 'ready' || state === 'failed')
    showToast(`“${replaces.name}” já tem este arquivo: nada mudou.`)
}

/** Nobody waits longer without being told. */
const TOLD_SECONDS = 10
/** Of a refusal that names no time, such as a proxy's. */
const WAIT_SECONDS = 5
/** Of any refusal; then it is tried again. */
const MOST_SECONDS = 3_600
/** Before the next sending, while the server is out of reach; the last one counts for all further ones. */
const OUTAGE_SECONDS = [2, 5, 15, 30, 60]
/** A file that never arrives, such as one that a proxy cuts, holds the others up no longer. */
const MOST_UNANSWERED = 10

/** Seconds until a file may be sent again that was refused because of those before it. */
const waitOf = (error: unknown): number | undefined =>
  error instanceof ApiError && error.code === 'RATE_LIMITED' ? secondsOf(error, WAIT_SECONDS) : undefined

const secondsOf = ({ retryAfterSeconds }: ApiError, otherwise: number): number =>
  Math.min(Math.max(1, retryAfterSeconds ?? otherwise), MOST_SECONDS)

/** Seconds until a file may be sent again that got no answer; undefined after too many of them. */
function outageOf(error: unknown, unanswered: number): number | undefined {
  const isOut = isUnreachable(error) || (error instanceof ApiError && error.code === 'UNAVAILABLE')
  if (!(error instanceof ApiError) || !isOut || unanswered > MOST_UNANSWERED) return undefined
  return secondsOf(error, OUTAGE_SECONDS[unanswered - 1] ?? OUTAGE_SECONDS.at(-1) ?? WAIT_SECONDS)
}

let sending: { key: string; controller: AbortController } | undefined
let isPaused = false

/** All files wait, since the server would refuse the next one too. */
function pause(client: QueryClient, seconds: number, isOutOfReach: boolean): void {
  isPaused = true
  if (!isOutOfReach && seconds > TOLD_SECONDS)
    useUploads.setState({ resumesAt: Date.now() + seconds * 1_000 })
  const resume = () => {
    clearTimeout(timer)
    removeEventListener('online', resume)
    isPaused = false
    useUploads.setState({ resumesAt: null })
    void sendNext(client)
  }
  const timer = setTimeout(resume, seconds * 1_000)
  if (isOutOfReach) addEventListener('online', resume)
}

async function sendNext(client: QueryClient): Promise<void> {
  const next = useUploads.getState().uploads.find(isWaiting)
  if (sending || isPaused) return
  if (!next) return useUploads.setState({ isOutOfReach: false })
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
    const unanswered = (next.unanswered ?? 0) + 1
    const limited = waitOf(error)
    const outage = outageOf(error, unanswered)
    const seconds = limited ?? outage
    useUploads.setState({ isOutOfReach: outage !== undefined })
    change(next.key, {
      part: 0,
      ...(outage !== undefined && { unanswered }),
      ...(seconds === undefined && { error: errorText(error) }),
    })
    if (seconds !== undefined) pause(client, seconds, outage !== undefined)
  } finally {
    sending = undefined
  }
  await sendNext(client)
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

/** Whether a file may be sent again. */
export const canRetry = (client: QueryClient, { error, file, owner }: Upload): boolean =>
  error !== undefined && refusalOf(file, hasAudio(client, owner)) === undefined

/** Sends refused files again, except those that this page refuses. */
export function retryUploads(client: QueryClient, refused: readonly Upload[]): void {
  const keys = new Set(refused.filter((upload) => canRetry(client, upload)).map(({ key }) => key))
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.map((upload) => {
      if (!keys.has(upload.key)) return upload
      const { error: _, unanswered: __, ...rest } = upload
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
