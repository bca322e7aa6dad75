package atomicfile

import (
	"slices"

	"golang.org/x/sys/unix"
)

// isLocal reports whether all writers of the file system of dir see each other's
// locks. It is false for file systems that another machine may have mounted too:
// some of them (NFS with local_lock, most of FUSE) keep locks to themselves.
func isLocal(dir string) bool {
	var s unix.Statfs_t
	if unix.Statfs(dir, &s) != nil {
		return false
	}
	return !slices.Contains([]uint32{
		unix.NFS_SUPER_MAGIC, unix.SMB_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC,
		unix.FUSE_SUPER_MAGIC, unix.V9FS_MAGIC, unix.AFS_SUPER_MAGIC, unix.AFS_FS_MAGIC, unix.CEPH_SUPER_MAGIC,
		unix.CODA_SUPER_MAGIC, unix.NCP_SUPER_MAGIC, unix.OCFS2_SUPER_MAGIC,
		0x0bd00bd0, // Lustre
		0x01161970, // GFS2
		0x47504653, // GPFS
		0x19830326, // BeeGFS
		0x013111a8, // IBRIX
		0xaad7aaea, // PanFS
		0x786f4256, // shared folders of VirtualBox
		0xbacbacbc, // shared folders of VMware
	}, uint32(s.Type))
}
