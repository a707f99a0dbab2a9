import { Button } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import text from '#client/ui/text/text.module.css'
import { type Crop, clampCrop, initialCrop, MAX_ZOOM, moveCrop } from './crop-geometry.ts'
import { cutOut, drawCrop } from './draw-crop.ts'
import classes from './photo.module.css'

const CANVAS_SIDE = 640
const STEP = 0.05

const STEPS: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

type Props = {
  picture: ImageBitmap
  /** A rejection is shown. */
  onUse: (photo: Blob) => Promise<void>
  onDismiss: () => void
}

/** Crops a picture to a square, by pointer or arrow keys. */
export function PhotoCrop({ picture, onUse, onDismiss }: Props) {
  const [crop, setCrop] = useState(() => initialCrop(picture))
  const upload = useMutation({ mutationFn: async () => onUse(await cutOut(picture, crop)) })
  return (
    <Sheet title="Enquadre sua foto" onDismiss={onDismiss}>
      <Frame picture={picture} crop={crop} onCrop={setCrop} />
      <Zoom zoom={crop.zoom} onZoom={(zoom) => setCrop((it) => clampCrop(picture, { ...it, zoom }))} />
      <FormAlert>{upload.error ? errorText(upload.error) : undefined}</FormAlert>
      <Row>
        <Button loading={upload.isPending || upload.isSuccess} onClick={() => upload.mutate()}>
          Usar esta foto
        </Button>
        <Button variant="default" onClick={onDismiss}>
          Cancelar
        </Button>
      </Row>
    </Sheet>
  )
}

type FrameProps = { picture: ImageBitmap; crop: Crop; onCrop: (change: (crop: Crop) => Crop) => void }

function Frame({ picture, crop, onCrop }: FrameProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const held = useRef<{ x: number; y: number } | null>(null)
  const hint = useId()
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop)
  }, [picture, crop])

  const handleDown = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLCanvasElement>) => {
    currentTarget.setPointerCapture(pointerId)
    held.current = { x: clientX, y: clientY }
  }
  const handleMove = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLCanvasElement>) => {
    if (!held.current || !currentTarget.hasPointerCapture(pointerId)) return
    const { clientWidth } = currentTarget
    const [right, down] = [(clientX - held.current.x) / clientWidth, (clientY - held.current.y) / clientWidth]
    held.current = { x: clientX, y: clientY }
    onCrop((it) => moveCrop(picture, it, right, down))
  }
  const handleKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    onCrop((it) => moveCrop(picture, it, ...step))
  }

  return (
    <Stack align="center">
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: moved by arrow keys, it is what that role is for. */}
      <canvas
        ref={canvas}
        width={CANVAS_SIDE}
        height={CANVAS_SIDE}
        role="application"
        tabIndex={0}
        aria-label="Enquadramento"
        aria-describedby={hint}
        className={classes.canvas}
        onPointerDown={handleDown}
        onPointerMove={handleMove}
        onKeyDown={handleKey}
      />
      <p id={hint} className={text.hint}>
        Arraste a foto, ou use as setas do teclado.
      </p>
    </Stack>
  )
}

function Zoom({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  return (
    <label className={classes.zoom}>
      <IconMinus size={18} aria-hidden />
      <span className="visually-hidden">Aproximação</span>
      <input
        type="range"
        min={1}
        max={MAX_ZOOM}
        step={0.05}
        value={zoom}
        onChange={(event) => onZoom(Number(event.currentTarget.value))}
      />
      <IconPlus size={18} aria-hidden />
    </label>
  )
}
