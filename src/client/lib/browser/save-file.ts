const RELEASE_MS = 60_000

/** Gives the browser a file to keep, under a name. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Some browsers read it only after the click has long returned.
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_MS)
}
