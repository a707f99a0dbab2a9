export type IdBroadcast = {
  /** Notifies this browser's other tabs. */
  post: (id: string) => void
  /** Calls `listener` with each id that another tab posts; returns the cleanup. */
  listen: (listener: (id: string) => void) => () => void
}

/** Tells ids of changed things to this browser's other tabs. Does nothing if the browser refuses a channel. */
export function idBroadcast(name: string): IdBroadcast {
  const channel = open(name)
  return {
    post: (id) => channel?.postMessage(id),
    listen: (listener) => {
      const handleMessage = ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'string') listener(data)
      }
      channel?.addEventListener('message', handleMessage)
      return () => channel?.removeEventListener('message', handleMessage)
    },
  }
}

function open(name: string): BroadcastChannel | undefined {
  try {
    const opened = new BroadcastChannel(name)
    // In Node an open channel keeps the process alive.
    if ('unref' in opened && typeof opened.unref === 'function') opened.unref()
    return opened
  } catch {
    return undefined
  }
}
