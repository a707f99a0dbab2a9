import { readStorage, type SafeStorage, writeStorage } from '#client/lib/browser/safe-storage.ts'
import { onDraftsCleared } from '#client/lib/browser/user-drafts.ts'
import type { Attachment } from '#shared/contract/attachments.ts'
import { type DraftFile, type FileState, NO_FILES, parseFiles, serializeFiles } from './draft-files.ts'

type Readiness = 'none' | 'uploading' | 'failed' | 'stored'

const keyOf = (draftKey: string) => `${draftKey}:attachments`

/**
 * The files of unsent messages, kept and forgotten with the draft of the same place (see `Drafts`). Only what the
 * server has stored survives a reload; of the rest its name does, so that nobody believes it was sent.
 */
export class ChatDraftAttachments {
  readonly #storage: () => SafeStorage
  /** What this tab shows; where nothing is held, the storage has the word. */
  readonly #held = new Map<string, readonly DraftFile[]>()
  readonly #listeners = new Set<() => void>()
  /** The last text read from the storage and what it said, so that the same text is the same list. */
  readonly #parsed = new Map<string, { text: string; files: readonly DraftFile[] }>()
  /** Places whose message leaves as soon as its files are stored. */
  readonly #awaited = new Set<string>()
  #news = ''

  constructor(storage: () => SafeStorage) {
    this.#storage = storage
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The last thing that happened to a file, for whoever does not see it. */
  readonly news = (): string => this.#news

  list(draftKey: string): readonly DraftFile[] {
    return this.#held.get(draftKey) ?? this.#read(draftKey)
  }

  /** What sending has to know of a place's files: whether one failed, or is still on its way. */
  readiness(draftKey: string): Readiness {
    const states = this.list(draftKey).map(({ state }) => state.at)
    if (states.length === 0) return 'none'
    if (states.includes('failed')) return 'failed'
    return states.includes('uploading') ? 'uploading' : 'stored'
  }

  /** The attachments that the server has, in the order of the chips. */
  stored(draftKey: string): Attachment[] {
    return this.list(draftKey).flatMap(({ state }) => (state.at === 'stored' ? [state.attachment] : []))
  }

  /** Shows `place` on this tab's screen until the returned function is called. */
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

  /** Whether a draft of this page still has the file. */
  has(key: string): boolean {
    return this.#placeOf(key) !== undefined
  }

  /** Tells how a file fares; one that no draft has any more is nobody's concern. */
  change(key: string, state: FileState): void {
    const draftKey = this.#placeOf(key)
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

  /** Forgets the files of a message that the server stored; what was added behind it stays. */
  acknowledge(draftKey: string, attachmentIds: readonly string[]): void {
    const files = this.list(draftKey)
    const rest = files.filter(
      ({ state }) => state.at !== 'stored' || !attachmentIds.includes(state.attachment.id),
    )
    if (rest.length < files.length) this.#write(draftKey, rest)
  }

  /** Takes along what was attached while a new chat became an existing one. */
  move(from: string, to: string): void {
    const files = this.list(from)
    if (files.length === 0 || this.list(to).length > 0) return
    this.#write(to, files)
    this.#write(from, NO_FILES)
  }

  /** Lets go of everything held under keys that begin so; the storage is somebody else's to clear. */
  readonly forget = (prefix: string): void => {
    for (const draftKey of [...this.#held.keys()])
      if (draftKey.startsWith(prefix)) this.#held.delete(draftKey)
    this.#tell()
  }

  /** Notes that the message of `place` is to leave once its files have arrived. */
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

  #placeOf(key: string): string | undefined {
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
