const RELEASE_MS = 60_000

/** Downloads a file. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Some browsers read the URL long after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), RELEASE_MS)
}
