/**
 * Files of a paste, or none if it is text: office programs add an image of the text, and a copied file may add its name
 * as text.
 */
export function pastedFiles(data: Pick<DataTransfer, 'files' | 'getData'>): File[] {
  const files = [...data.files]
  const text = data.getData('text/plain').trim()
  const isNames = text.split(/\r?\n/).every((line) => files.some(({ name }) => line.trim().endsWith(name)))
  return text === '' || isNames ? files : []
}
