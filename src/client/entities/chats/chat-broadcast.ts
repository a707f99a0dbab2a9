const CHANNEL = 'elenco-chats'

/** Undefined if the browser refuses one; polling replaces it. */
const channel = open()

function open(): BroadcastChannel | undefined {
  try {
    const opened = new BroadcastChannel(CHANNEL)
    // In Node an open channel keeps the process alive.
    if ('unref' in opened && typeof opened.unref === 'function') opened.unref()
    return opened
  } catch {
    return undefined
  }
}

/** Notifies this browser's other tabs that a chat has changed. */
export function broadcastChatChange(chatId: string): void {
  channel?.postMessage(chatId)
}

/** Calls `listener` when another tab changed a chat; returns the cleanup. */
export function onChatChange(listener: (chatId: string) => void): () => void {
  const handleMessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') listener(data)
  }
  channel?.addEventListener('message', handleMessage)
  return () => channel?.removeEventListener('message', handleMessage)
}
