/** In pixels of the picture; `x` and `y` are the centre of the square. */
export type Picture = { width: number; height: number }
export type Crop = { x: number; y: number; zoom: number }

export const MAX_ZOOM = 4

/** Side of the visible square; zoom 1 shows the largest one. */
export const sideOf = ({ width, height }: Picture, zoom: number): number => Math.min(width, height) / zoom

/** The largest centred square. */
export const initialCrop = ({ width, height }: Picture): Crop => ({ x: width / 2, y: height / 2, zoom: 1 })

const between = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** The nearest crop inside the picture. */
export function clampCrop(picture: Picture, { x, y, zoom }: Crop): Crop {
  const within = between(zoom, 1, MAX_ZOOM)
  const half = sideOf(picture, within) / 2
  return {
    x: between(x, half, picture.width - half),
    y: between(y, half, picture.height - half),
    zoom: within,
  }
}

/** Moves the picture by shares of the square's side: 0.5 is half of it. */
export function moveCrop(picture: Picture, crop: Crop, right: number, down: number): Crop {
  const side = sideOf(picture, crop.zoom)
  return clampCrop(picture, { ...crop, x: crop.x - right * side, y: crop.y - down * side })
}
