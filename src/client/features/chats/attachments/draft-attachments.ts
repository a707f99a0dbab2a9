import { createStore } from 'zustand/vanilla'
import { DraftStore } from '#client/lib/browser/draft-store.ts'
import type { SafeStorage } from '#client/lib/browser/safe-storage.ts'
import { onDraftsCleared } from '#client/lib/browser/user-drafts.ts'
import type { Attachment } from '#shared/contract/attachments.ts'
import { type DraftFile, type FileState, parseFiles, serializeFiles } from './draft-files.ts'

type Readiness = 'none' | 'uploading' | 'failed' | 'stored'

/**
 * Files of unsent messages, stored and cleared with the draft of the same key (see `ChatDrafts`). A stored file survives
 * a reload; an unfinished upload survives by name, shown as failed.
 */
export class ChatDraftAttachments {
  readonly #files: DraftStore<readonly DraftFile[]>
  readonly #status = createStore(() => ({
    /** Last event of a file, for the live region. */
    news: '',
    /** Drafts to send as soon as their files are stored. */
    awaited: new Set<string>() as ReadonlySet<string>,
  }))
  readonly forget: (prefix: string) => void
  /** Calls its listener when the files change; never for news alone, when a new file may not be in its draft yet. */
  readonly subscribeFiles: DraftStore<readonly DraftFile[]>['subscribe']

  constructor(storage: () => SafeStorage) {
    this.#files = new DraftStore(storage, {
      keyOf: (draftKey) => `${draftKey}:attachments`,
      parse: parseFiles,
      serialize: serializeFiles,
    })
    this.forget = this.#files.forget
    this.subscribeFiles = this.#files.subscribe
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const stops = [this.#files.subscribe(listener), this.#status.subscribe(listener)]
    return () => {
      for (const stop of stops) stop()
    }
  }

  readonly news = (): string => this.#status.getState().news

  list(draftKey: string): readonly DraftFile[] {
    return this.#files.get(draftKey)
  }

  readiness(draftKey: string): Readiness {
    const states = this.list(draftKey).map(({ state }) => state.at)
    if (states.length === 0) return 'none'
    if (states.includes('failed')) return 'failed'
    return states.includes('uploading') ? 'uploading' : 'stored'
  }

  stored(draftKey: string): Attachment[] {
    return this.list(draftKey).flatMap(({ state }) => (state.at === 'stored' ? [state.attachment] : []))
  }

  hold(draftKey: string): () => void {
    const release = this.#files.hold(draftKey, (files) => files.every(({ state }) => state.at === 'stored'))
    return () => {
      this.stopAwaiting(draftKey)
      release()
    }
  }

  add(draftKey: string, file: DraftFile): void {
    this.#status.setState({ news: `Enviando ${file.name}` })
    this.#files.set(draftKey, [...this.list(draftKey), file])
  }

  has(key: string): boolean {
    return this.#draftKeyOf(key) !== undefined
  }

  /** Updates a file; ignored if no draft has it. */
  change(key: string, state: FileState): void {
    const draftKey = this.#draftKeyOf(key)
    if (draftKey === undefined) return
    const files = this.list(draftKey)
    const { name = '' } = files.find((file) => file.key === key) ?? {}
    if (state.at === 'stored') this.#status.setState({ news: `${name} anexado` })
    if (state.at === 'failed') this.#status.setState({ news: `${name} não foi anexado: ${state.reason}` })
    this.#files.set(
      draftKey,
      files.map((file) => (file.key === key ? { ...file, state } : file)),
    )
  }

  remove(draftKey: string, { key, name }: DraftFile): void {
    this.#status.setState({ news: `${name} removido` })
    this.#files.set(
      draftKey,
      this.list(draftKey).filter((file) => file.key !== key),
    )
  }

  /** Removes the files of a stored message; files added since stay. */
  acknowledge(draftKey: string, attachmentIds: readonly string[]): void {
    const files = this.list(draftKey)
    const rest = files.filter(
      ({ state }) => state.at !== 'stored' || !attachmentIds.includes(state.attachment.id),
    )
    if (rest.length < files.length) this.#files.set(draftKey, rest)
  }

  move(from: string, to: string): void {
    this.#files.move(from, to)
  }

  /** Sends the draft once its files are stored. */
  await(draftKey: string): void {
    this.#status.setState(({ awaited }) => ({ awaited: new Set(awaited).add(draftKey) }))
  }

  isAwaited(draftKey: string): boolean {
    return this.#status.getState().awaited.has(draftKey)
  }

  stopAwaiting(draftKey: string): void {
    if (!this.isAwaited(draftKey)) return
    this.#status.setState(({ awaited }) => ({
      awaited: new Set([...awaited].filter((key) => key !== draftKey)),
    }))
  }

  #draftKeyOf(key: string): string | undefined {
    return this.#files.find((files) => files.some((file) => file.key === key))
  }
}

export const draftAttachments = new ChatDraftAttachments(() => localStorage)
onDraftsCleared(draftAttachments.forget)
