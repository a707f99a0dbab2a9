import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { arrayMove, SortableContext, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { IconGripVertical } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { announcementsFor, INSTRUCTIONS } from './sortable-announcements.ts'
import classes from './sortable-list.module.css'
import { useSortableOrder } from './use-sortable-order.ts'

type Props<Item> = {
  /** Accessible name. */
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  labelOf: (item: Item) => string
  /** Renders an item; `handle` moves it. */
  renderItem: (item: Item, handle: ReactNode) => ReactNode
  /** Stores the order. It is shown at once, and reverted when this rejects. */
  onReorder: (ids: string[]) => Promise<unknown>
  /** Without handles, for example during a search. */
  disabled?: boolean
}

const onlyUpAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })

/** A list that can be put in order by drag and by keyboard. */
export function SortableList<Item>(props: Props<Item>) {
  const { label, items, keyOf, labelOf, renderItem, onReorder, disabled = false } = props
  const { ordered, reorder } = useSortableOrder(items, keyOf, onReorder)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = ordered.map(keyOf)
  const nameOf = (id: string | number) => {
    const item = ordered.find((it) => keyOf(it) === id)
    return item ? labelOf(item) : ''
  }
  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return
    reorder(arrayMove(ids, ids.indexOf(String(active.id)), ids.indexOf(String(over.id))))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[onlyUpAndDown]}
      accessibility={{
        announcements: announcementsFor(ids, nameOf),
        screenReaderInstructions: { draggable: INSTRUCTIONS },
      }}
      onDragEnd={handleDragEnd}
    >
      <SortableContext items={ids}>
        <ol aria-label={label} className={classes.list}>
          {ordered.map((item) => (
            <SortableItem key={keyOf(item)} id={keyOf(item)} label={labelOf(item)} disabled={disabled}>
              {(handle) => renderItem(item, handle)}
            </SortableItem>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

type ItemProps = {
  id: string
  label: string
  disabled: boolean
  children: (handle: ReactNode) => ReactNode
}

function SortableItem({ id, label, disabled, children }: ItemProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id, disabled, attributes: { roleDescription: 'item que muda de lugar' } })
  const handle = !disabled && (
    <button
      ref={setActivatorNodeRef}
      type="button"
      className={classes.handle}
      aria-label={`Mover ${label}`}
      title="Arraste, ou espaço e setas"
      {...attributes}
      {...listeners}
    >
      <IconGripVertical size={20} stroke={1.75} aria-hidden />
    </button>
  )
  return (
    <li
      ref={setNodeRef}
      className={classes.item}
      data-moving={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {children(handle)}
    </li>
  )
}
