/** Mulberry32: the same numbers in each run. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A random direction of length 1: normally distributed components favour none. */
function direction(random: () => number, dimension: number): Float32Array {
  const values = new Float32Array(dimension)
  for (let at = 0; at < dimension; at += 1) {
    values[at] = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  }
  return unit(values)
}

function unit(values: Float32Array): Float32Array {
  let square = 0
  for (const value of values) square += value * value
  const norm = Math.sqrt(square)
  return values.map((value) => value / norm)
}

/** The cosine of two vectors of length 1. */
export function cosine(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

type Clustered = {
  seed: number
  dimension: number
  count: number
  clusters: number
  /** Distance of a vector from the centre of its cluster before it is scaled to length 1, from and to. */
  radius: readonly [number, number]
  questions: number
}

/** Vectors of length 1 around the centres of clusters, and questions around the same centres. */
export function clusteredVectors({ seed, dimension, count, clusters, radius, questions }: Clustered) {
  const random = randomOf(seed)
  const centres = Array.from({ length: clusters }, () => direction(random, dimension))
  const [from, to] = radius
  const around = (place: number) => {
    const centre = centres[place % clusters] ?? new Float32Array(dimension)
    const away = from + random() * (to - from)
    const noise = direction(random, dimension)
    return unit(centre.map((value, at) => value + away * (noise[at] ?? 0)))
  }
  return {
    vectors: Array.from({ length: count }, (_, place) => around(place)),
    questions: Array.from({ length: questions }, (_, place) => around(place)),
  }
}
