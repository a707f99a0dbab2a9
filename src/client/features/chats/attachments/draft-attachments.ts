import { DraftStore } from '#client/entities/chats/draft-store.ts'
import type { SafeStorage } from '#client/lib/browser/safe-storage.ts'
import { onDraftsCleared } from '#client/lib/browser/user-drafts.ts'
import type { Attachment } from '#shared/contract/attachments.ts'
import { type DraftFile, type FileState, NO_FILES, parseFiles, serializeFiles } from './draft-files.ts'

type Readiness = 'none' | 'uploading' | 'failed' | 'stored'

/** Files of unsent messages. An unfinished upload survives a reload by name, shown as failed. */
export class ChatDraftAttachments extends DraftStore<readonly DraftFile[]> {
  /** Drafts to send as soon as their files are stored. */
  readonly #awaited = new Set<string>()
  #news = ''

  constructor(storage: () => SafeStorage) {
    super(storage, { suffix: ':attachments', parse: parseFiles, serialize: serializeFiles })
  }

  /** Last event of a file, for the live region. */
  readonly news = (): string => this.#news

  list(draftKey: string): readonly DraftFile[] {
    return this.get(draftKey)
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

  override hold(draftKey: string): () => void {
    const release = super.hold(draftKey)
    return () => {
      this.stopAwaiting(draftKey)
      if (this.list(draftKey).every(({ state }) => state.at === 'stored')) release()
    }
  }

  add(draftKey: string, file: DraftFile): void {
    this.#news = `Enviando ${file.name}`
    this.set(draftKey, [...this.list(draftKey), file])
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
    this.set(
      draftKey,
      files.map((file) => (file.key === key ? { ...file, state } : file)),
    )
  }

  remove(draftKey: string, { key, name }: DraftFile): void {
    this.#news = `${name} removido`
    this.set(
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
    if (rest.length < files.length) this.set(draftKey, rest)
  }

  /** Moves files when a new chat gets its own draft key. */
  move(from: string, to: string): void {
    const files = this.list(from)
    if (files.length === 0 || this.list(to).length > 0) return
    this.set(to, files)
    this.set(from, NO_FILES)
  }

  /** Sends the draft once its files are stored. */
  await(draftKey: string): void {
    this.#awaited.add(draftKey)
    this.notify()
  }

  isAwaited(draftKey: string): boolean {
    return this.#awaited.has(draftKey)
  }

  stopAwaiting(draftKey: string): void {
    if (this.#awaited.delete(draftKey)) this.notify()
  }

  #draftKeyOf(key: string): string | undefined {
    return [...this.held].find(([, files]) => files.some((file) => file.key === key))?.[0]
  }
}

export const draftAttachments = new ChatDraftAttachments(() => localStorage)
onDraftsCleared((prefix) => draftAttachments.forget(prefix))
