import { readStorage, type SafeStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'
import { onDraftsCleared } from '#client/lib/browser/user-drafts.ts'
import type { Attachment } from '#shared/contract/attachments.ts'
import { type DraftFile, type FileState, NO_FILES, parseFiles, serializeFiles } from './draft-files.ts'

type Readiness = 'none' | 'uploading' | 'failed' | 'stored'

const keyOf = (draftKey: string) => `${draftKey}:attachments`

/**
 * Files of unsent messages, stored and cleared with the draft of the same key (see `ChatDrafts`). A stored file survives
 * a reload; an unfinished upload survives by name, shown as failed.
 */
export class ChatDraftAttachments {
  readonly #storage: () => SafeStorage
  /** State of this tab; without an entry, the storage decides. */
  readonly #held = new Map<string, readonly DraftFile[]>()
  readonly #listeners = new Set<() => void>()
  /** Last parse per key, so that the same text gives the same array. */
  readonly #parsed = new Map<string, { text: string; files: readonly DraftFile[] }>()
  /** Drafts to send as soon as their files are stored. */
  readonly #awaited = new Set<string>()
  #news = ''

  constructor(storage: () => SafeStorage) {
    this.#storage = storage
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Last event of a file, for the live region. */
  readonly news = (): string => this.#news

  list(draftKey: string): readonly DraftFile[] {
    return this.#held.get(draftKey) ?? this.#read(draftKey)
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

  /** Pins the draft's state in this tab until the returned cleanup runs. */
  hold(draftKey: string): () => void {
    this.#held.set(draftKey, this.list(draftKey))
    return () => {
      this.stopAwaiting(draftKey)
      const files = this.#held.get(draftKey) ?? NO_FILES
      const isKept = files.every(({ state }) => state.at === 'stored')
      if (isKept && readStorage(this.#storage, keyOf(draftKey)) === serializeFiles(files))
        this.#held.delete(draftKey)
    }
  }

  add(draftKey: string, file: DraftFile): void {
    this.#news = `Enviando ${file.name}`
    this.#write(draftKey, [...this.list(draftKey), file])
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
    if (state.at === 'stored') this.#news = `${name} anexado`
    if (state.at === 'failed') this.#news = `${name} não foi anexado: ${state.reason}`
    this.#write(
      draftKey,
      files.map((file) => (file.key === key ? { ...file, state } : file)),
    )
  }

  remove(draftKey: string, { key, name }: DraftFile): void {
    this.#news = `${name} removido`
    this.#write(
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
    if (rest.length < files.length) this.#write(draftKey, rest)
  }

  /** Moves files when a new chat gets its own draft key. */
  move(from: string, to: string): void {
    const files = this.list(from)
    if (files.length === 0 || this.list(to).length > 0) return
    this.#write(to, files)
    this.#write(from, NO_FILES)
  }

  /** Drops the state of keys with a prefix; `clearDrafts` clears the storage. */
  readonly forget = (prefix: string): void => {
    for (const draftKey of [...this.#held.keys()])
      if (draftKey.startsWith(prefix)) this.#held.delete(draftKey)
    this.#tell()
  }

  /** Sends the draft once its files are stored. */
  await(draftKey: string): void {
    this.#awaited.add(draftKey)
    this.#tell()
  }

  isAwaited(draftKey: string): boolean {
    return this.#awaited.has(draftKey)
  }

  stopAwaiting(draftKey: string): void {
    if (this.#awaited.delete(draftKey)) this.#tell()
  }

  #draftKeyOf(key: string): string | undefined {
    return [...this.#held].find(([, files]) => files.some((file) => file.key === key))?.[0]
  }

  #write(draftKey: string, files: readonly DraftFile[]): void {
    this.#held.set(draftKey, files)
    writeStorage(this.#storage, keyOf(draftKey), serializeFiles(files))
    this.#tell()
  }

  #read(draftKey: string): readonly DraftFile[] {
    const text = readStorage(this.#storage, keyOf(draftKey))
    const known = this.#parsed.get(draftKey)
    if (known?.text === text) return known.files
    const files = parseFiles(text)
    this.#parsed.set(draftKey, { text, files })
    return files
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

export const draftAttachments = new ChatDraftAttachments(() => localStorage)
onDraftsCleared(draftAttachments.forget)
