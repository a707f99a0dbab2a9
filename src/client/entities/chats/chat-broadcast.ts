const CHANNEL = 'elenco-chats'

/** Undefined where a browser has none, or hands none out: then the screens' own looking around has to do. */
const channel = open()

function open(): BroadcastChannel | undefined {
  try {
    const opened = new BroadcastChannel(CHANNEL)
    // Node's keeps its process alive.
    if ('unref' in opened && typeof opened.unref === 'function') opened.unref()
    return opened
  } catch {
    return undefined
  }
}

/** Tells this browser's other tabs that a chat has changed; what changed they ask the server. */
export function broadcastChatChange(chatId: string): void {
  channel?.postMessage(chatId)
}

/** Calls `listener` when another tab of this browser changed a chat; returns the function that ends it. */
export function onChatChange(listener: (chatId: string) => void): () => void {
  const handleMessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') listener(data)
  }
  channel?.addEventListener('message', handleMessage)
  return () => channel?.removeEventListener('message', handleMessage)
}
