import type { RouteObject } from 'react-router';

export const clientFormScreens: RouteObject[] = [];
