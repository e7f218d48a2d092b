import { z } from 'zod';

/** The day on which an organization's weeks begin. */
export const weekStart = z.enum(['sunday', 'monday'], 'Choose sunday or monday');
