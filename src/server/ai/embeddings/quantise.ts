/** A vector in a fifth of its size; see decision 73. */
export type StoredVector = {
  /** The sign of each component, as text of 0 and 1. */
  code: string
  /** Components as signed bytes; the component is the byte times `scale`. */
  vector: Uint8Array
  scale: number
}

const BYTE_MAX = 127

/** The sign of each component: two near vectors differ in few of them. */
export function codeOf(vector: Float32Array): string {
  let code = ''
  for (const value of vector) code += value > 0 ? '1' : '0'
  return code
}

/** The vector with components of one byte each; the error of a component is at most half of `scale`. */
export function quantise(vector: Float32Array): StoredVector {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const scale = largest / BYTE_MAX || 1
  const bytes = Int8Array.from(vector, (value) => Math.round(value / scale))
  return { code: codeOf(vector), vector: new Uint8Array(bytes.buffer), scale }
}

/** The cosine of a question and a stored vector of its space; both have length 1. */
export function similarity(
  question: Float32Array,
  { vector, scale }: Pick<StoredVector, 'vector' | 'scale'>,
): number {
  const bytes = new Int8Array(vector.buffer, vector.byteOffset, vector.length)
  let sum = 0
  for (let at = 0; at < bytes.length; at += 1) sum += (question[at] ?? 0) * (bytes[at] ?? 0)
  return sum * scale
}
