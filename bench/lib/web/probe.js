// Runs in the measured page before its own scripts. Times are milliseconds since the navigation.
const probe = {
  tasks: [],
  events: [],
  frames: [],
  lags: [],
  keys: [],
  fcp: 0,
  lcp: 0,
  cls: 0,
  isRecording: false,
}
globalThis.probe = probe

const observe = (type, take) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
observe('longtask', ({ startTime, duration }) => probe.tasks.push({ at: startTime, ms: duration }))
observe('largest-contentful-paint', ({ startTime }) => {
  probe.lcp = startTime
})
observe('paint', ({ name, startTime }) => {
  if (name === 'first-contentful-paint') probe.fcp = startTime
})

// CLS as browsers report it: the worst session window of five seconds, with gaps under one second.
let shifts = { began: 0, last: 0, sum: 0 }
observe('layout-shift', ({ startTime, value, hadRecentInput }) => {
  if (hadRecentInput) return
  if (startTime - shifts.last > 1_000 || startTime - shifts.began > 5_000) {
    shifts = { began: startTime, last: startTime, sum: 0 }
  }
  shifts.last = startTime
  shifts.sum += value
  probe.cls = Math.max(probe.cls, shifts.sum)
})

// A frame's callbacks run before it is painted, and a message is delivered after that.
const { port1, port2 } = new MessageChannel()
const waiting = []
port1.onmessage = () => waiting.shift()()
const afterFrame = (task) => {
  requestAnimationFrame(() => {
    waiting.push(task)
    port2.postMessage(null)
  })
}

/** Sets `probe.usable` to the time of the frame in which every selector has an element that is laid out. */
probe.awaitSight = (selectors) => {
  probe.usable = new Promise((resolve) => {
    const look = () => {
      const isSeen = selectors.every((selector) => document.querySelector(selector)?.getClientRects().length)
      if (isSeen) afterFrame(() => resolve(performance.now()))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

/** Records frames, and the age of the newest stamp in the text of `selector` when it appears. */
probe.record = (selector) => {
  Object.assign(probe, { tasks: [], frames: [], lags: [], isRecording: true })
  const frame = (now) => {
    probe.frames.push(now)
    if (probe.isRecording) requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  let newest = ''
  const watcher = new MutationObserver(() => {
    if (!probe.isRecording) return watcher.disconnect()
    const text = [...document.querySelectorAll(selector)].at(-1)?.textContent ?? ''
    const stamp = /§(\d{13})(?!.*§\d{13})/s.exec(text.slice(-400))?.[1]
    if (!stamp || stamp === newest) return
    newest = stamp
    waiting.push(() => probe.lags.push(performance.timeOrigin + performance.now() - Number(stamp)))
    port2.postMessage(null)
  })
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true })
}

/** Resolves once the running reply is complete, without work in the page meanwhile. */
probe.replyEnded = () =>
  new Promise((resolve) => {
    const watcher = new MutationObserver(() => {
      const replies = [...document.querySelectorAll('article[aria-busy]')]
      if (replies.length === 0 || replies.some((reply) => reply.ariaBusy === 'true')) return
      watcher.disconnect()
      resolve()
    })
    watcher.observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-busy'] })
  })

/** Records, per key that changes a field, the time from the key to the end of the frame that shows it. */
probe.watchKeys = () => {
  addEventListener(
    'keydown',
    ({ timeStamp }) => afterFrame(() => probe.keys.push(performance.now() - timeStamp)),
    true,
  )
}

/**
 * Resolves to the time from the next click to the end of the frame in which an article with `text` is
 * visible.
 */
probe.clickUntilSeen = (text) =>
  new Promise((resolve) => {
    const isSeen = () => {
      const article = [...document.getElementsByTagName('article')].at(-1)
      if (!article?.textContent.includes(text)) return false
      const { top, bottom } = article.getBoundingClientRect()
      return top < innerHeight && bottom > 0
    }
    addEventListener(
      'click',
      ({ timeStamp }) => {
        const look = () => (isSeen() ? resolve(performance.now() - timeStamp) : afterFrame(look))
        afterFrame(look)
      },
      { capture: true, once: true },
    )
  })
