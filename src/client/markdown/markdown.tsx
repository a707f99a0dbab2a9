import { memo, useState } from 'react'
import { headingLevels } from './heading-levels.ts'
import classes from './markdown.module.css'
import { TokenView } from './render-tokens.tsx'
import { type Block, BlockSplitter, closeOpenInline, steadyPart } from './split-blocks.ts'

type MarkdownProps = {
  text: string
  /** Streaming: only the last block renders again, and incomplete syntax is hidden. */
  isLive?: boolean
  /** Outline level of the text's first heading. */
  level?: number
}

/** Renders untrusted Markdown safely. */
export function Markdown({ text, isLive = false, level = 3 }: MarkdownProps) {
  const [splitter] = useState(() => new BlockSplitter())
  const blocks = splitter.split(isLive ? steadyPart(text) : text)
  const levels = headingLevels(blocks, level)
  const last = blocks.length - 1
  return (
    <div className={classes.markdown} data-markdown data-live={isLive || undefined}>
      {blocks.map((block, index) => {
        const isOpen = isLive && index === last
        const shown = isOpen ? closeOpenInline(block) : block
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks only ever grow at their end.
        return <BlockView key={index} block={shown} isLive={isOpen} level={levels[index]} />
      })}
    </div>
  )
}

type BlockProps = { block: Block; isLive: boolean; level: number | undefined }

const BlockView = memo(
  function BlockView({ block, isLive, level }: BlockProps) {
    return <TokenView token={block.token} isLive={isLive} level={level} />
  },
  (before, after) =>
    before.block.raw === after.block.raw &&
    before.block.links === after.block.links &&
    before.isLive === after.isLive &&
    before.level === after.level,
)
