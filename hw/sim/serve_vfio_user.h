/* SPDX-License-Identifier: MIT */
/* The card's side of vfio-user. */
#ifndef SMGPU_SIM_SERVE_VFIO_USER_H
#define SMGPU_SIM_SERVE_VFIO_USER_H

#include "engine.h"

struct vfio_user;

struct vfio_user *vfio_user_new(void);
void vfio_user_del(struct vfio_user *v);

/*
 * Answers the messages on a connected socket until it closes (0) or can't be understood any more
 * (negative errno). A request that asks for nonsense gets an error, and the link goes on.
 */
int vfio_user_serve(struct vfio_user *v, int fd, struct engine *e);

/* Raises the MSI, if the machine takes it; from any thread, never waits. */
void vfio_user_msi(struct vfio_user *v);

#endif
