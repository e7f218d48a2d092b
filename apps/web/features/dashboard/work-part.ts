import type { ComponentType } from 'react';

/** A part of My work that another feature shows: it loads and fails by itself, and is for the viewer alone. */
export type WorkPart = { title: string; Part: ComponentType };
