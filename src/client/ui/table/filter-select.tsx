import { NativeSelect } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import classes from './filter-select.module.css'

type Props = {
  label: string
  /** Option for no filter, such as "Todos os planos". */
  all: string
  options: readonly { value: string; label: string }[]
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Filters a list by one value, with a native select. */
export function FilterSelect({ label, all, options, value, onChange }: Props) {
  return (
    <NativeSelect
      label={label}
      size="md"
      rightSection={<IconSelector size={18} stroke={1.75} aria-hidden />}
      rightSectionPointerEvents="none"
      className={classes.root}
      data-active={value === undefined ? undefined : true}
      value={value ?? ''}
      data={[{ value: '', label: all }, ...options]}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  )
}
